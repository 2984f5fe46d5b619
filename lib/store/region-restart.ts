import { sql } from "kysely";
import type { Tx } from "./tx";

/** Failing regions of an incident's monitors lose their verdict and their streaks; monitors are locked in id order, as ingest does. */
export async function restartFailingRegions(trx: Tx, incidentId: number): Promise<void> {
  await sql`
    select id from monitors where id in (select monitor_id from incident_monitors where incident_id = ${incidentId})
    order by id for no key update`.execute(trx);
  await sql`
    update region_states set verdict = 'unknown', failures = 0, successes = 0, failing_since = null, healthy_since = null
    where verdict = 'failing'
      and monitor_id in (select monitor_id from incident_monitors where incident_id = ${incidentId})`.execute(
    trx,
  );
}
