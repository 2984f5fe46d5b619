import { randomUUID } from "node:crypto";
import { type StartTestIncident, TestIncident } from "@/lib/contract/alerting/test-incidents";
import { conflict, found, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import {
  hasRunningTestIncident,
  insertTestIncident,
  removeTestIncident,
  selectTestIncident,
  selectTestIncidentDeliveries,
  selectTestIncidentMonitor,
  selectTestIncidentPushes,
} from "@/lib/store/alerting/test-incidents";
import { addJob } from "@/lib/store/core/jobs";
import { tx } from "@/lib/store/core/tx";
import { toDeliverySummary } from "./deliveries";
import { requireNotifications } from "./demo-silence";

const CLEARED_AFTER_MS = 3600_000;
/** A test incident that takes longer was abandoned because its job failed permanently. */
const CHECKING_MAX_MS = 5 * 60_000;

/**
 * Starts a simulated outage of a monitor, from the runners to the notifications; see `runTestIncident`. Throws 422 without a monitor and 409
 * while another one of the project is being checked.
 */
export async function startTestIncident(caller: Caller, input: StartTestIncident): Promise<TestIncident> {
  requirePermission(caller, "platform:write");
  const projectId = projectOf(caller);
  await requireNotifications(projectId);
  const monitor = await selectTestIncidentMonitor(projectId, input.monitor_id ?? null);
  if (!monitor)
    throw invalidField("monitor_id", "The monitor_id field must be the ID of a monitor in this project.");
  const id = randomUUID();
  const startedAt = now();
  await tx(async (trx) => {
    if (await hasRunningTestIncident(trx, projectId, new Date(startedAt.getTime() - CHECKING_MAX_MS)))
      throw conflict(
        "Another test incident of this project is still being checked. Start a new one when it finishes.",
      );
    await insertTestIncident(trx, projectId, { id, monitor, startedAt });
    const clearedAt = new Date(startedAt.getTime() + CLEARED_AFTER_MS);
    await addJob(trx, "run_test_incident", { projectId, testIncidentId: id });
    await addJob(trx, "clear_test_incident", { projectId, testIncidentId: id }, { runAt: clearedAt });
  });
  return readTestIncident(projectId, id);
}

/** Returns the checks, the decision, and the notifications so far. */
export async function getTestIncident(caller: Caller, testIncidentId: string): Promise<TestIncident> {
  requirePermission(caller, "platform:read");
  return readTestIncident(projectOf(caller), testIncidentId);
}

/** Removes a test incident before its hour ends, and stops it if it is still running. */
export async function deleteTestIncident(caller: Caller, testIncidentId: string): Promise<void> {
  requirePermission(caller, "platform:write");
  if (!(await clearTestIncident(projectOf(caller), testIncidentId))) throw recordNotFound();
}

export function clearTestIncident(projectId: number, testIncidentId: string): Promise<boolean> {
  return tx((trx) => removeTestIncident(trx, projectId, testIncidentId));
}

async function readTestIncident(projectId: number, testIncidentId: string): Promise<TestIncident> {
  const testIncident = found(await selectTestIncident(projectId, testIncidentId));
  const [deliveries, browsers] = await Promise.all([
    selectTestIncidentDeliveries(projectId, testIncidentId),
    selectTestIncidentPushes(projectId, testIncidentId),
  ]);
  return {
    test_incident_id: testIncidentId,
    monitor: { id: testIncident.monitor_id, name: testIncident.monitor_name },
    started_at: isoSeconds(testIncident.started_at),
    state: testIncident.state,
    reason: testIncident.reason,
    checks: TestIncident.shape.checks.parse(testIncident.checks),
    deliveries: deliveries.map((row) => ({
      ...toDeliverySummary(row),
      kept_in_outbox: row.status === "not_sent",
    })),
    browsers,
  };
}
