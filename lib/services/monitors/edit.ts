import { isDeepStrictEqual } from "node:util";
import { invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import { CreateMonitor, type UpdateMonitor } from "@/lib/contract/monitors/input";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { SECRET_FIELDS } from "@/lib/contract/protocols/lookup";
import { restartCountsOf } from "@/lib/engine/region-restart";
import { auditAll } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { type Tx, tx } from "@/lib/store/core/tx";
import { noteOpenIncidents } from "@/lib/store/incidents/writes";
import { lockMonitors } from "@/lib/store/monitors/monitors";
import { updateDegraded } from "@/lib/store/monitors/slowness";
import { syncRegionStates, updateMonitorRows } from "@/lib/store/monitors/writes";
import { bumpConfigVersion } from "@/lib/store/runners/config-version";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { registerTokens, withGenerated } from "./heartbeat-tokens";
import { readMonitor } from "./monitors";
import { notePause } from "./pause";
import { encryptRequest, readableRequest, withKept } from "./request";
import { requireTagLimit } from "./tags";
import { countTargets, isSamePlace, requireAllowedTarget, requireMembers } from "./target";
import { toColumns } from "./wire";
import { announce } from "./writes";

/** The request's secrets, by their paths in the audit log. */
const SECRETS = SECRET_FIELDS.map((field) => `request.${field}`);

export type StoredMonitor = Awaited<ReturnType<typeof lockMonitors>>[number];

/** A valid change of one monitor that isn't written yet. */
interface Edit {
  readonly stored: StoredMonitor & {
    readonly request: Record<string, unknown>;
    /** The request as it's stored. */
    readonly columns: Pick<StoredMonitor, "request" | "request_secrets">;
  };
  readonly input: UpdateMonitor;
  readonly whole: CreateMonitor;
  /** Whether the check changed in a way that makes earlier results meaningless. */
  readonly isOtherCheck: boolean;
}

/** Merges the given fields into the stored monitor and validates the result. */
export async function updateMonitor(
  caller: Caller,
  monitorId: number,
  input: UpdateMonitor,
): Promise<Monitor> {
  await updateMonitors(caller, new Map([[monitorId, input]]));
  return readMonitor(projectOf(caller), monitorId);
}

/** Updates all monitors, or none if one doesn't exist or its change is rejected. */
export async function updateMonitors(
  caller: Caller,
  inputs: ReadonlyMap<number, UpdateMonitor>,
): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockMonitors(trx, projectId, [...inputs.keys()]);
    if (stored.length < inputs.size) throw recordNotFound();
    await applyUpdates(trx, caller, stored, ({ id }) => inputs.get(id) ?? {});
    await requestPageRender(trx, projectId);
  });
  for (const id of inputs.keys()) announce(projectId, id);
}

/** Applies updates to locked monitors. Monitors with the same changed fields cost the same number of statements, however many they are. */
export async function applyUpdates(
  trx: Tx,
  caller: Caller,
  rows: readonly StoredMonitor[],
  inputOf: (row: StoredMonitor) => UpdateMonitor,
): Promise<void> {
  if (rows.length === 0) return;
  const projectId = projectOf(caller);
  const updates = rows.map((row) => ({ row, input: inputOf(row) }));
  await requireTagLimit(trx, caller, [...new Set(updates.flatMap(({ input }) => input.tags ?? []))]);
  const edits = updates.map(({ row, input }) => editOf(row, input));
  const moved = edits.filter(({ input, whole, stored }) => input.request && !isSamePlace(whole, stored));
  const targets = moved.map(({ whole }) => whole);
  if (targets.length > 0) await countTargets(trx, projectId, targets);
  await requireMembers(
    trx,
    projectId,
    edits.filter(({ input }) => input.request).map(({ whole }) => whole),
  );
  const config_version = await bumpConfigVersion(trx);
  const values = edits.map((edit) => ({ ...columnsOf(edit), config_version }));
  await updateMonitorRows(trx, projectId, values);
  await registerTokens(
    trx,
    projectId,
    edits
      .filter(({ isOtherCheck }) => isOtherCheck)
      .map(({ stored, whole }) => ({ id: stored.id, protocol: whole.protocol, request: whole.request })),
  );
  await restartCountsOf(trx, projectId, idsOf(edits.filter(({ isOtherCheck }) => isOtherCheck)));
  const unruled = idsOf(edits.filter(({ whole }) => whole.slow_threshold === null));
  const at = now().getTime();
  await updateDegraded(
    trx,
    [projectId],
    unruled.map((monitorId) => ({ monitorId, degraded: false, at })),
  );
  await syncRegionStates(trx, projectId, idsOf(edits.filter(({ input }) => input.regions)));
  const turned = edits.filter(({ stored, whole }) => whole.paused !== stored.paused);
  for (const paused of [true, false]) {
    const ids = idsOf(turned.filter(({ whole }) => whole.paused === paused));
    await notePause(trx, projectId, ids, paused, caller.label);
  }
  await noteEdits(trx, caller, edits);
  await auditEdits(trx, caller, edits);
}

function idsOf(edits: readonly Edit[]): number[] {
  return edits.map(({ stored }) => stored.id);
}

/** Validates the change of a locked monitor. */
function editOf(row: StoredMonitor, input: UpdateMonitor): Edit {
  const { request, request_secrets } = row;
  const stored = { ...row, request: readableRequest(row).request, columns: { request, request_secrets } };
  if (input.protocol && input.protocol !== stored.protocol) {
    throw invalidField(
      "protocol",
      `The protocol cannot change after creation; it is ${stored.protocol}, got ${input.protocol}.`,
    );
  }
  const { protocol } = stored;
  const sent =
    input.request &&
    withKept(protocol, withGenerated(protocol, input.request, stored.request), stored.request);
  const whole = parseWhole(CreateMonitor, merge(stored, { ...input, request: sent }));
  if (input.request) requireAllowedTarget(whole);
  return { stored, input, whole, isOtherCheck: asksOtherwise(whole, stored) };
}

function columnsOf({ stored, input, whole, isOtherCheck }: Edit) {
  const columns = toColumns(whole);
  const restarts = isOtherCheck || decidesOtherwise(columns, stored);
  return {
    id: stored.id,
    ...columns,
    // Secrets that can't be decrypted stay until the request is sent again. Checks without them would raise false alarms.
    ...(input.request ? encryptRequest(stored.id, whole.request) : stored.columns),
    paused: whole.paused,
    judged_since: restarts ? now() : stored.judged_since,
  };
}

async function noteEdits(trx: Tx, caller: Caller, edits: readonly Edit[]): Promise<void> {
  const projectId = edits[0]?.stored.project_id;
  if (projectId === undefined) return;
  const idsByFields = new Map<string, number[]>();
  for (const { stored, input } of edits) {
    const fields = Object.keys(input).filter((field) => field !== "paused" && field !== "tags");
    if (fields.length === 0) continue;
    const names = fields.join(", ");
    idsByFields.set(names, [...(idsByFields.get(names) ?? []), stored.id]);
  }
  for (const [fields, ids] of idsByFields) {
    const reason = `${caller.label} changed the monitor (${fields}). Earlier results no longer count.`;
    await noteOpenIncidents(trx, projectId, ids, { kind: "monitor_edited", reason, at: now() });
  }
}

async function auditEdits(trx: Tx, caller: Caller, edits: readonly Edit[]): Promise<void> {
  const changes = edits.flatMap(({ stored, whole }) => {
    const changed = fieldChanges(merge(stored, {}), whole, SECRETS);
    const subject = { type: "monitor", id: stored.id };
    return changed.fields.length > 0 ? [{ subject, detail: { name: whole.name, ...changed } }] : [];
  });
  if (changes.length > 0) await auditAll(trx, caller, "monitor.updated", changes);
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

function merge(stored: StoredMonitor, input: UpdateMonitor): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return {
    ...MONITOR_FIELDS.of(stored),
    regions: stored.region_spellings ?? stored.regions,
    interval: stored.interval_seconds,
    timeout: stored.timeout_ms,
    ...pick(stored, "success_assertions", "tags", "paused", "request"),
    ...given,
    protocol: stored.protocol,
  };
}
