import { isDeepStrictEqual } from "node:util";
import { invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { regionOf } from "@/lib/contract/core/region-names";
import type { RegionName } from "@/lib/contract/core/regions";
import { CreateMonitor, type UpdateMonitor } from "@/lib/contract/monitors/input";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Simulation } from "@/lib/domain/checks/simulation";
import { splitRequest } from "@/lib/domain/core/request-secrets";
import { recoverOrphans } from "@/lib/engine/incident-recovery";
import { restartCountsOf } from "@/lib/engine/region-restart";
import { audit, auditAll } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { present } from "@/lib/shared/assert";
import { now } from "@/lib/shared/clock";
import { recordEvent, recordEvents } from "@/lib/store/alerting/events";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { noteOpenIncidents } from "@/lib/store/incidents/notes";
import { lockMonitor, selectMonitor } from "@/lib/store/monitors/monitors";
import { openManualPause } from "@/lib/store/monitors/pauses";
import { simulationOf } from "@/lib/store/monitors/simulated";
import {
  insertMonitors,
  removeMonitor,
  syncRegionStates,
  updateMonitorRow,
} from "@/lib/store/monitors/writes";
import { bumpConfigVersion } from "@/lib/store/runners/config-version";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { readMonitor } from "./monitors";
import { applyPause } from "./pause";
import { decryptRequest, encryptRequest } from "./request";
import { requireTagLimit } from "./tags";
import { countTargets, isSamePlace, requireAllowedTarget } from "./target";
import { toMonitor } from "./wire";

/** Fields whose values the audit log shows. The request and the assertions may contain secrets. */
const SHOWN_FIELDS = [
  ...([
    "name",
    "regions",
    "interval",
    "timeout",
    "incident_confirmations",
    "recovery_confirmations",
  ] as const),
  ...(["region_threshold", "tags", "paused"] as const),
];

export type StoredMonitor = NonNullable<Awaited<ReturnType<typeof lockMonitor>>>;

/**
 * Creates a monitor. Its first check starts as soon as a runner learns of it. One with a simulation, as every monitor of a demo project
 * has, is never checked.
 */
export async function createMonitor(
  caller: Caller,
  input: CreateMonitor,
  simulation: Simulation | null = null,
): Promise<Monitor> {
  const [id] = await createMonitors(caller, [input], simulation);
  const row = id === undefined ? null : await selectMonitor(projectOf(caller), id);
  if (!row) throw recordNotFound();
  // Nothing was observed yet.
  return toMonitor(row, { oneDay: null, sevenDays: null });
}

/** Creates all monitors or, if one is refused, none. Returns their IDs in the same order. */
export async function createMonitors(
  caller: Caller,
  inputs: readonly CreateMonitor[],
  simulation: Simulation | null = null,
): Promise<number[]> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  for (const input of inputs) requireAllowedTarget(input);
  // Before the transaction: one that waits for a second connection can wait for others that do the same.
  const simulated = simulation ?? (await simulationOf(projectId, null));
  const ids = await tx(async (trx) => {
    await countTargets(trx, projectId, inputs);
    await requireTagLimit(trx, caller, [...new Set(inputs.flatMap(({ tags }) => tags ?? []))]);
    const config_version = await bumpConfigVersion(trx);
    const rows = inputs.map((input) => ({
      ...toColumns(input),
      request: JSON.stringify(splitRequest(input.request).open),
      project_id: projectId,
      protocol: input.protocol,
      paused: input.paused,
      config_version,
      simulation: simulated,
    }));
    const made = await insertMonitors(trx, rows);
    await addDetails(trx, caller, made, inputs);
    return made;
  });
  for (const id of ids) announce(projectId, id);
  return ids;
}

/** Adds what needs the IDs of new monitors: encrypted secrets, pauses, events and the audit log. */
async function addDetails(
  trx: Tx,
  caller: Caller,
  ids: readonly number[],
  inputs: readonly CreateMonitor[],
): Promise<void> {
  const projectId = projectOf(caller);
  const at = now();
  const made = ids.map((id, index) => ({ id, input: present(inputs[index], "the input of a monitor") }));
  for (const { id, input } of made) {
    const encrypted = encryptRequest(id, input.request);
    if (encrypted.request_secrets !== null) await updateMonitorRow(trx, projectId, id, encrypted);
    if (input.paused) await openManualPause(trx, projectId, id, at);
  }
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

/** Merges the given fields into the stored monitor and validates the result. */
export async function updateMonitor(
  caller: Caller,
  monitorId: number,
  input: UpdateMonitor,
): Promise<Monitor> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockMonitor(trx, projectId, monitorId);
    if (!stored) throw recordNotFound();
    await applyUpdates(trx, caller, [stored], () => input);
    await requestPageRender(trx, projectId);
  });
  announce(projectId, monitorId);
  return readMonitor(projectId, monitorId);
}

/**
 * Applies updates of the same fields to locked monitors, for single and bulk updates. What isn't about one monitor is checked and
 * recorded once.
 */
export async function applyUpdates(
  trx: Tx,
  caller: Caller,
  rows: readonly StoredMonitor[],
  inputOf: (row: StoredMonitor) => UpdateMonitor,
): Promise<void> {
  const updates = rows.map((row) => ({ row, input: inputOf(row) }));
  await requireTagLimit(trx, caller, [...new Set(updates.flatMap(({ input }) => input.tags ?? []))]);
  const changes: Parameters<typeof auditAll>[3][number][] = [];
  for (const { row, input } of updates) {
    const { name, ...changed } = await applyUpdate(trx, caller, row, input);
    const subject = { type: "monitor", id: row.id };
    if (changed.fields.length > 0) changes.push({ subject, detail: { name, ...changed } });
  }
  await noteEdits(trx, caller, updates);
  if (changes.length > 0) await auditAll(trx, caller, "monitor.updated", changes);
}

async function noteEdits(
  trx: Tx,
  caller: Caller,
  updates: readonly { row: StoredMonitor; input: UpdateMonitor }[],
): Promise<void> {
  const fields = new Set(updates.flatMap(({ input }) => Object.keys(input)));
  const edited = [...fields].filter((field) => !["paused", "tags"].includes(field));
  if (edited.length === 0) return;
  const reason = `${caller.label} changed the monitor (${edited.join(", ")}). Earlier results no longer count.`;
  const ids = updates.map(({ row }) => row.id);
  await noteOpenIncidents(trx, ids, { kind: "monitor_edited", reason, at: now() });
}

/** Updates a locked monitor. Returns what changed, for the audit log. */
async function applyUpdate(trx: Tx, caller: Caller, row: StoredMonitor, input: UpdateMonitor) {
  const stored = { ...row, request: decryptRequest(row) };
  if (input.protocol && input.protocol !== stored.protocol) {
    throw invalidField(
      "protocol",
      `The protocol cannot change after creation; it is ${stored.protocol}, got ${input.protocol}.`,
    );
  }
  const before = merge(stored, {});
  const whole = parseWhole(CreateMonitor, merge(stored, input));
  if (input.request) {
    requireAllowedTarget(whole);
    if (!isSamePlace(whole, stored)) await countTargets(trx, stored.project_id, [whole]);
  }
  const isOtherCheck = asksOtherwise(whole, stored);
  const columns = toColumns(whole);
  await updateMonitorRow(trx, stored.project_id, stored.id, {
    ...columns,
    ...encryptRequest(stored.id, whole.request),
    ...(isOtherCheck || decidesOtherwise(columns, stored) ? { judged_since: now() } : {}),
    config_version: await bumpConfigVersion(trx),
  });
  if (isOtherCheck) await restartCountsOf(trx, stored.project_id, stored.id);
  if (input.regions) await syncRegionStates(trx, stored.project_id, stored.id, whole.regions.map(regionOf));
  if (whole.paused !== stored.paused)
    await applyPause(trx, stored.project_id, stored.id, whole.paused, caller.label);
  return { name: whole.name, ...fieldChanges(before, whole, SHOWN_FIELDS) };
}

/** Returns whether the check changed in a way that makes earlier results meaningless. */
function asksOtherwise(whole: CreateMonitor, stored: StoredMonitor): boolean {
  return (
    whole.timeout !== stored.timeout_ms ||
    !isDeepStrictEqual(whole.request, stored.request) ||
    !isDeepStrictEqual(whole.success_assertions, stored.success_assertions)
  );
}

/** Returns whether earlier results might have led to other incidents. */
function decidesOtherwise(columns: ReturnType<typeof toColumns>, stored: StoredMonitor): boolean {
  return (
    columns.interval_seconds !== stored.interval_seconds ||
    columns.incident_confirmations !== stored.incident_confirmations ||
    columns.recovery_confirmations !== stored.recovery_confirmations ||
    columns.region_threshold !== stored.region_threshold ||
    !isDeepStrictEqual(columns.regions, stored.regions)
  );
}

/** Deletes a monitor. Recovers an incident that only this monitor kept open, because nothing else ever would. */
export async function deleteMonitor(caller: Caller, monitorId: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockMonitor(trx, projectId, monitorId);
    if (!stored) throw recordNotFound();
    await applyDelete(trx, caller, stored);
    await requestPageRender(trx, projectId);
  });
  announce(projectId, monitorId);
}

/** Deletes a locked monitor, for single and bulk deletes. */
export async function applyDelete(trx: Tx, caller: Caller, stored: StoredMonitor): Promise<void> {
  const at = now();
  const { id: monitorId, project_id: projectId } = stored;
  await recordEvent(trx, { projectId, key: "uptime.monitor.deleted", occurredAt: at, monitorId });
  await recoverOrphans(trx, projectId, monitorId, at);
  const reason = "One of its monitors was deleted. The incident continues with the others.";
  await noteOpenIncidents(trx, [monitorId], { kind: "monitor_deleted", reason, at });
  await removeMonitor(trx, projectId, monitorId, await bumpConfigVersion(trx));
  await audit(trx, caller, "monitor.deleted", { type: "monitor", id: monitorId }, { name: stored.name });
}

function announce(projectId: number, monitorId: number): void {
  hint("config", {});
  hint("live", { project_id: projectId, topic: "monitors", id: monitorId });
}

function merge(stored: StoredMonitor, input: UpdateMonitor): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return {
    name: stored.name,
    regions: stored.region_spellings ?? stored.regions,
    interval: stored.interval_seconds,
    timeout: stored.timeout_ms,
    success_assertions: stored.success_assertions,
    incident_confirmations: stored.incident_confirmations,
    recovery_confirmations: stored.recovery_confirmations,
    region_threshold: stored.region_threshold,
    tags: stored.tags,
    paused: stored.paused,
    request: stored.request,
    ...given,
    protocol: stored.protocol,
  };
}

function toColumns(input: CreateMonitor) {
  return {
    name: input.name,
    ...regionColumns(input.regions),
    interval_seconds: input.interval,
    timeout_ms: input.timeout,
    success_assertions: JSON.stringify(input.success_assertions),
    incident_confirmations: input.incident_confirmations,
    recovery_confirmations: input.recovery_confirmations,
    region_threshold: input.region_threshold,
    tags: input.tags,
  };
}

/** Returns the region columns: codes for everything internal, next to the names that the client sent. */
function regionColumns(names: RegionName[]) {
  const regions = names.map(regionOf);
  return { regions, region_spellings: isDeepStrictEqual(regions, names) ? null : names };
}
