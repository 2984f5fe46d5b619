import type { ObservedStatus } from "@/lib/domain/checks/monitor-status";
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

/** Ends the pause, with the status that the monitor has now. A monitor paused by a window still shows as paused. */
export async function closeManualPause(
  trx: Tx,
  monitorId: number,
  at: Date,
  status: ObservedStatus,
): Promise<void> {
  await trx
    .updateTable("monitor_pauses")
    .set({ ended_at: at })
    .where("monitor_id", "=", monitorId)
    .where("cause", "=", "manual")
    .where("ended_at", "is", null)
    .execute();
  await trx
    .updateTable("monitor_states")
    .set({ status, status_since: at, status_reason: "resumed manually" })
    .where("monitor_id", "=", monitorId)
    .execute();
}
