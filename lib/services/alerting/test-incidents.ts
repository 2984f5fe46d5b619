import { randomUUID } from "node:crypto";
import { Drill, type StartDrill } from "@/lib/contract/alerting/test-incidents";
import { conflict, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import {
  hasRunningDrill,
  insertDrill,
  removeDrill,
  selectDrill,
  selectDrillDeliveries,
  selectDrillMonitor,
  selectDrillPushes,
} from "@/lib/store/alerting/test-incidents";
import { addJob } from "@/lib/store/core/jobs";
import { tx } from "@/lib/store/core/tx";
import { toDeliverySummary } from "./deliveries";

const CLEARED_AFTER_MS = 3600_000;
/** A test incident that checks for longer was abandoned: its job failed for good. */
const CHECKING_MAX_MS = 5 * 60_000;

/**
 * Starts a simulated outage of a monitor, from the runners to the notifications; see `runDrill`. Throws 422 without a monitor and 409
 * while another one of the project is being checked.
 */
export async function startDrill(caller: Caller, input: StartDrill): Promise<Drill> {
  requirePermission(caller, "platform:write");
  const projectId = projectOf(caller);
  const monitor = await selectDrillMonitor(projectId, input.monitor_id ?? null);
  if (!monitor)
    throw invalidField("monitor_id", "The monitor_id field must be the ID of a monitor in this project.");
  const id = randomUUID();
  const startedAt = now();
  await tx(async (trx) => {
    if (await hasRunningDrill(trx, projectId, new Date(startedAt.getTime() - CHECKING_MAX_MS)))
      throw conflict(
        "Another test incident of this project is still being checked. Start a new one when it finishes.",
      );
    await insertDrill(trx, projectId, { id, monitor, startedAt });
    const clearedAt = new Date(startedAt.getTime() + CLEARED_AFTER_MS);
    await addJob(trx, "run_drill", { projectId, drillId: id });
    await addJob(trx, "clear_drill", { projectId, drillId: id }, { runAt: clearedAt });
  });
  return readDrill(projectId, id);
}

/** Returns the checks, the decision and the notifications so far. */
export async function getDrill(caller: Caller, drillId: string): Promise<Drill> {
  requirePermission(caller, "platform:read");
  return readDrill(projectOf(caller), drillId);
}

/** Removes a test incident before its hour ends, and stops it if it is still running. */
export async function deleteDrill(caller: Caller, drillId: string): Promise<void> {
  requirePermission(caller, "platform:write");
  if (!(await clearDrill(projectOf(caller), drillId))) throw recordNotFound();
}

export function clearDrill(projectId: number, drillId: string): Promise<boolean> {
  return tx((trx) => removeDrill(trx, projectId, drillId));
}

async function readDrill(projectId: number, drillId: string): Promise<Drill> {
  const drill = await selectDrill(projectId, drillId);
  if (!drill) throw recordNotFound();
  const [deliveries, browsers] = await Promise.all([
    selectDrillDeliveries(projectId, drillId),
    selectDrillPushes(projectId, drillId),
  ]);
  return {
    drill_id: drillId,
    monitor: { id: drill.monitor_id, name: drill.monitor_name },
    started_at: isoSeconds(drill.started_at),
    state: drill.state,
    reason: drill.reason,
    checks: Drill.shape.checks.parse(drill.checks),
    deliveries: deliveries.map((row) => ({
      ...toDeliverySummary(row),
      kept_in_outbox: row.status === "not_sent",
    })),
    browsers,
  };
}
