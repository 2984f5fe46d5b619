import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/** Resets the state and counts of the failing regions of an incident's monitors; locks monitors in ID order, as ingest does. */
export async function restartFailingRegions(trx: Tx, incidentId: number): Promise<void> {
  await sql`
    select id from monitors where id in (select monitor_id from incident_monitors where incident_id = ${incidentId})
    order by id for no key update`.execute(trx);
  await sql`
    update region_states set verdict = 'unknown', failures = 0, successes = 0, failing_since = null, healthy_since = null,
      last_counted_at = null
    where verdict = 'failing'
      and monitor_id in (select monitor_id from incident_monitors where incident_id = ${incidentId})`.execute(
    trx,
  );
}

/**
 * Resets what was counted against a monitor's previous configuration: unconfirmed consecutive failures and successes, and
 * without an open incident a region's failure as well. The next check counts however soon it comes. The basis of an open
 * incident stays until the new configuration succeeds. The monitor's row must be locked.
 */
export async function restartCounts(trx: Tx, monitorId: number): Promise<void> {
  await sql`
    update region_states set last_counted_at = null,
      failures = case when verdict = 'failing' then failures else 0 end,
      failing_since = case when verdict = 'failing' then failing_since end
    where monitor_id = ${monitorId}`.execute(trx);
  await sql`
    update region_states r set
      verdict = case when held.open then r.verdict else 'unknown' end,
      failures = case when held.open then r.failures else 0 end,
      failing_since = case when held.open then r.failing_since end,
      successes = 0, healthy_since = null
    from (select exists (select from open_monitor_incidents where monitor_id = ${monitorId}) as open) held
    where r.monitor_id = ${monitorId} and r.verdict = 'failing'`.execute(trx);
}
