import { found, recordNotFound } from "@/lib/contract/core/errors";
import type { CreateMonitor } from "@/lib/contract/monitors/input";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { isReported } from "@/lib/contract/protocols/lookup";
import type { Simulation } from "@/lib/domain/checks/simulation";
import { splitRequest } from "@/lib/domain/core/request-secrets";
import { recoverOrphans } from "@/lib/engine/incident-recovery";
import { auditAll } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { present } from "@/lib/shared/assert";
import { now } from "@/lib/shared/clock";
import { recordEvents } from "@/lib/store/alerting/events";
import { removeMembers } from "@/lib/store/checks/groups";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { noteOpenIncidents } from "@/lib/store/incidents/writes";
import { lockMonitor, selectMonitor } from "@/lib/store/monitors/monitors";
import { openManualPauses } from "@/lib/store/monitors/pauses";
import { simulationOf } from "@/lib/store/monitors/simulated";
import { insertMonitors, removeMonitors, updateMonitorRows } from "@/lib/store/monitors/writes";
import { bumpConfigVersion } from "@/lib/store/runners/config-version";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { registerTokens, withGenerated } from "./heartbeat-tokens";
import { encryptRequest, withKept } from "./request";
import { requireTagLimit } from "./tags";
import { countTargets, requireAllowedTarget, requireMembers } from "./target";
import { toColumns, toMonitor } from "./wire";

/**
 * Creates a monitor. Its first check starts as soon as a runner learns of it. One with a simulation, as every checked monitor of a demo
 * project has, is never checked.
 */
export async function createMonitor(
  caller: Caller,
  input: CreateMonitor,
  simulation: Simulation | null = null,
): Promise<Monitor> {
  const [id] = await createMonitors(caller, [input], simulation);
  const row = id === undefined ? null : await selectMonitor(projectOf(caller), id);
  if (!row) throw recordNotFound();
  // Nothing has been observed yet.
  return toMonitor(row, { oneDay: null, sevenDays: null });
}

/** Creates all monitors, or none if one is rejected. Returns their IDs in the same order. */
export async function createMonitors(
  caller: Caller,
  given: readonly CreateMonitor[],
  simulation: Simulation | null = null,
): Promise<number[]> {
  requirePermission(caller, "uptime:write");
  const inputs = given.map((input) => ({
    ...input,
    request: withKept(input.protocol, withGenerated(input.protocol, input.request)),
  })) as CreateMonitor[];
  const projectId = projectOf(caller);
  for (const input of inputs) requireAllowedTarget(input);
  // Before the transaction, because transactions that wait for a second connection can wait for each other.
  const simulated = simulation ?? (await simulationOf(projectId, null));
  const ids = await tx(async (trx) => {
    await countTargets(trx, projectId, inputs);
    await requireMembers(trx, projectId, inputs);
    await requireTagLimit(trx, caller, [...new Set(inputs.flatMap(({ tags }) => tags ?? []))]);
    const config_version = await bumpConfigVersion(trx);
    const rows = inputs.map((input) => ({
      ...toColumns(input),
      success_assertions: JSON.stringify(input.success_assertions),
      request: JSON.stringify(splitRequest(input.request).open),
      project_id: projectId,
      protocol: input.protocol,
      paused: input.paused,
      config_version,
      simulation: isReported(input.protocol) ? null : simulated,
    }));
    const made = await insertMonitors(trx, rows);
    await addDetails(trx, caller, made, inputs);
    return made;
  });
  for (const id of ids) announce(projectId, id);
  return ids;
}

/** Adds what needs the IDs of new monitors: encrypted secrets, pauses, events, and the audit log. */
async function addDetails(
  trx: Tx,
  caller: Caller,
  ids: readonly number[],
  inputs: readonly CreateMonitor[],
): Promise<void> {
  const projectId = projectOf(caller);
  const at = now();
  const made = ids.map((id, index) => ({ id, input: present(inputs[index], "the input of a monitor") }));
  const encrypted = made.flatMap(({ id, input }) => {
    const { request_secrets } = encryptRequest(id, input.request);
    return request_secrets === null ? [] : [{ id, request_secrets }];
  });
  await updateMonitorRows(trx, projectId, encrypted);
  await registerTokens(
    trx,
    projectId,
    made.map(({ id, input }) => ({ id, protocol: input.protocol, request: input.request })),
  );
  const paused = made.filter(({ input }) => input.paused).map(({ id }) => id);
  if (paused.length > 0) await openManualPauses(trx, projectId, paused, at);
  const key = "uptime.monitor.created";
  await recordEvents(
    trx,
    ids.map((monitorId) => ({ projectId, key, occurredAt: at, monitorId })),
  );
  const subjects = made.map(({ id, input }) => ({
    subject: { type: "monitor", id },
    detail: { name: input.name },
  }));
  await auditAll(trx, caller, "monitor.created", subjects);
}

/** Deletes a monitor. Recovers an incident that only this monitor kept open, because nothing else ever would. */
export async function deleteMonitor(caller: Caller, monitorId: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = found(await lockMonitor(trx, projectId, monitorId));
    await applyDeletes(trx, caller, [stored]);
    await requestPageRender(trx, projectId);
  });
  announce(projectId, monitorId);
}

/** Deletes locked monitors, for single and bulk deletes. */
export async function applyDeletes(
  trx: Tx,
  caller: Caller,
  rows: readonly { readonly id: number; readonly name: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  const projectId = projectOf(caller);
  const ids = rows.map(({ id }) => id);
  const key = "uptime.monitor.deleted";
  await recordEvents(
    trx,
    ids.map((monitorId) => ({ projectId, key, occurredAt: at, monitorId })),
  );
  await recoverOrphans(trx, projectId, ids, at);
  const reason = "One of its monitors was deleted. The incident continues with the others.";
  await noteOpenIncidents(trx, projectId, ids, { kind: "monitor_deleted", reason, at });
  await removeMonitors(trx, projectId, ids, await bumpConfigVersion(trx));
  // Now no one can add them to a group any more.
  await removeMembers(trx, projectId, ids);
  const subjects = rows.map(({ id, name }) => ({ subject: { type: "monitor", id }, detail: { name } }));
  await auditAll(trx, caller, "monitor.deleted", subjects);
}

/** Notifies runners and open dashboards of a changed monitor. */
export function announce(projectId: number, monitorId: number): void {
  hint("config", {});
  hint("live", { project_id: projectId, topic: "monitors", id: monitorId });
}
