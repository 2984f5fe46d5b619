import { sql } from "kysely";
import { db } from "./pool";
import { among, eachPart } from "./sharding/projects";
import type { Tx } from "./tx";

/** Servers schedule by the database's time, so anything written further ahead predates a setback. */
const AHEAD = "2 minutes";
/** Longer than any lease. */
const LEASE_MAX = "15 minutes";

/** After the database's clock was set back, moves jobs to the present; they keep their waiting time. Returns how many it moved. */
export async function pullJobsForward(trx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update graphile_worker._private_jobs set run_at = now() + greatest(run_at - updated_at, interval '0'), updated_at = now()
    where updated_at > now() + ${AHEAD}::interval and locked_at is null`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** After the database's clock was set back, makes notifications to be retried due immediately. Otherwise changes nothing. */
export function pullNotificationsForward(): Promise<void> {
  return eachPart("notifications after a clock setback", async (projects) => {
    await sql`
    update deliveries d set next_attempt_at = now(),
      leased_until = nullif(least(d.leased_until, now() + ${LEASE_MAX}::interval), now() + ${LEASE_MAX}::interval)
    where ${among("d.project_id", projects)} and d.status = 'pending' and d.next_attempt_at > now() + ${AHEAD}::interval
      and (d.created_at > now() + ${AHEAD}::interval or exists (
        select 1 from delivery_attempts a where a.project_id = d.project_id and ${among("a.project_id", projects)} and a.delivery_id = d.id and a.started_at > now() + ${AHEAD}::interval))`.execute(
      db(),
    );
    await sql`
    update push_deliveries set next_attempt_at = now(),
      leased_until = nullif(least(leased_until, now() + ${LEASE_MAX}::interval), now() + ${LEASE_MAX}::interval)
    where ${among("project_id", projects)} and status = 'pending' and next_attempt_at > now() + ${AHEAD}::interval
      and created_at > now() + ${AHEAD}::interval`.execute(db());
    await sql`
    update events set fan_out_after = null
    where ${among("project_id", projects)} and fanned_out_at is null and fan_out_after > now() + ${AHEAD}::interval`.execute(
      db(),
    );
  });
}
