import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/** Pauses the monitor manually at `at`; pauses don't count as observed time. */
export async function openManualPause(
  trx: Tx,
  projectId: number,
  monitorId: number,
  at: Date,
): Promise<void> {
  await trx
    .insertInto("monitor_pauses")
    .values({ monitor_id: monitorId, project_id: projectId, cause: "manual", started_at: at })
    .execute();
  await trx
    .updateTable("monitor_states")
    .set({ status: "paused", status_since: at, status_reason: "paused manually" })
    .where("monitor_id", "=", monitorId)
    .execute();
}

/** Ends the pause; the status is the last one of the regions. A monitor paused by a window still shows as paused. */
export async function closeManualPause(trx: Tx, monitorId: number, at: Date): Promise<void> {
  await trx
    .updateTable("monitor_pauses")
    .set({ ended_at: at })
    .where("monitor_id", "=", monitorId)
    .where("cause", "=", "manual")
    .where("ended_at", "is", null)
    .execute();
  await sql`
    update monitor_states s set status = v.status, status_since = ${at}, status_reason = 'resumed manually'
    from (
      select case when count(*) filter (where verdict <> 'unknown') = 0 then 'fetching'
        when count(*) filter (where verdict = 'failing') = 0 then 'online'
        when count(*) filter (where verdict = 'healthy') = 0 then 'offline'
        else 'partial' end as status
      from region_states where monitor_id = ${monitorId}) v
    where s.monitor_id = ${monitorId}`.execute(trx);
}
