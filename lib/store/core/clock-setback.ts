import { sql } from "kysely";
import type { Tx } from "./tx";

/** Servers schedule by the database's time, so anything written further ahead predates a setback. */
const AHEAD = "2 minutes";
/** Longer than any lease. */
const LEASE_MAX = "15 minutes";

/**
 * After the database's clock was set back, moves jobs and retries to the present: jobs keep their waiting time, and alerts to
 * be retried are due immediately. Otherwise changes nothing. Returns how many it moved.
 */
export async function pullForward(trx: Tx): Promise<number> {
  const jobs = await sql`
    update graphile_worker._private_jobs set run_at = now() + greatest(run_at - updated_at, interval '0'), updated_at = now()
    where updated_at > now() + ${AHEAD}::interval and locked_at is null`.execute(trx);
  const alerts = await sql`
    update deliveries d set next_attempt_at = now(),
      leased_until = nullif(least(d.leased_until, now() + ${LEASE_MAX}::interval), now() + ${LEASE_MAX}::interval)
    where d.status = 'pending' and d.next_attempt_at > now() + ${AHEAD}::interval
      and (d.created_at > now() + ${AHEAD}::interval or exists (
        select 1 from delivery_attempts a where a.project_id = d.project_id and a.delivery_id = d.id and a.started_at > now() + ${AHEAD}::interval))`.execute(
    trx,
  );
  const pushes = await sql`
    update push_deliveries set next_attempt_at = now(),
      leased_until = nullif(least(leased_until, now() + ${LEASE_MAX}::interval), now() + ${LEASE_MAX}::interval)
    where status = 'pending' and next_attempt_at > now() + ${AHEAD}::interval
      and created_at > now() + ${AHEAD}::interval`.execute(trx);
  const events = await sql`
    update events set fan_out_after = null where fanned_out_at is null and fan_out_after > now() + ${AHEAD}::interval`.execute(
    trx,
  );
  return [jobs, alerts, pushes, events].reduce(
    (sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n),
    0,
  );
}
