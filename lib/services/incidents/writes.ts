import { found, invalid, invalidField } from "@/lib/contract/core/errors";
import {
  type CreateIncident,
  INCIDENT_FIELDS,
  type Incident,
  type UpdateIncident,
} from "@/lib/contract/incidents/incidents";
import { changeText } from "@/lib/domain/incidents/changes";
import { incidentDateErrors } from "@/lib/domain/incidents/dates";
import { recoverIncidentRow } from "@/lib/engine/incident-recovery";
import { audit, auditEdit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { requireKnownMonitors } from "@/lib/services/monitors/ids";
import { requireTagLimit } from "@/lib/services/monitors/tags";
import { now } from "@/lib/shared/clock";
import { recordEvent } from "@/lib/store/alerting/events";
import { type Tx, tx } from "@/lib/store/core/tx";
import { lockIncident } from "@/lib/store/incidents/incidents";
import { nextIncidentNumber } from "@/lib/store/incidents/numbers";
import { monitorsOfIncident } from "@/lib/store/incidents/open-incidents";
import {
  addTimeline,
  insertIncident,
  moveMonitorsWith,
  replaceIncidentMonitors,
  updateIncidentRow,
} from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { announceIncident, readIncident } from "./incidents";

type Stored = NonNullable<Awaited<ReturnType<typeof lockIncident>>>;

/** Creates a manual incident. With `recovery_at` it has already recovered, and no notifications are sent. */
export async function createIncident(caller: Caller, input: CreateIncident): Promise<Incident> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const at = now();
  const incidentAt = input.incident_at ?? at;
  const dates = { incidentAt, recoveryAt: input.recovery_at };
  const problems = incidentDateErrors(dates, dates, at);
  if (problems) throw invalid(problems);
  const id = await tx(async (trx) => {
    await requireKnownMonitors(trx, projectId, input.monitors);
    await requireTagLimit(trx, caller, input.tags);
    const incidentId = await insertIncident(trx, {
      ...(await nextIncidentNumber(trx, projectId)),
      project_id: projectId,
      type: "manual",
      ...INCIDENT_FIELDS.of(input),
      status: input.recovery_at ? "recovered" : "ongoing",
      incident_at: incidentAt,
      recovery_at: input.recovery_at,
      tags: input.tags,
    });
    await replaceIncidentMonitors(trx, projectId, incidentId, input.monitors);
    await note(trx, projectId, incidentId, "created", `${caller.label} created the incident.`);
    const subject = { type: "incident", id: incidentId };
    await audit(trx, caller, "incident.created", subject, { name: input.title });
    if (!input.recovery_at) {
      const key = "uptime.incident.created";
      await recordEvent(trx, { projectId, key, occurredAt: incidentAt, incidentId });
    }
    await requestPageRender(trx, projectId);
    return incidentId;
  });
  announceIncident(projectId, id);
  return readIncident(projectId, id);
}

/** Updates the given fields. Setting `recovery_at` on an open incident recovers it. */
export async function updateIncident(
  caller: Caller,
  incidentId: number,
  input: UpdateIncident,
): Promise<Incident> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = found(await lockIncident(trx, projectId, incidentId));
    requireGoodDates(stored, input);
    const before = { ...stored, monitors: await monitorsOfIncident(trx, projectId, incidentId) };
    await requireTagLimit(trx, caller, input.tags ?? null);
    const end = stored.status === "recovered" ? input.recovery_at : undefined;
    await moveMonitorsWith(trx, stored, { start: input.incident_at, end });
    await updateIncidentRow(trx, projectId, incidentId, {
      ...INCIDENT_FIELDS.of(input),
      tags: input.tags,
      incident_at: input.incident_at,
      title_by_hand: input.title !== undefined && input.title !== stored.title ? true : undefined,
      times_by_hand: input.incident_at || input.recovery_at ? true : undefined,
    });
    const changed = changeText(stored, input);
    if (changed) await note(trx, projectId, incidentId, "edited", `${caller.label} changed ${changed}.`);
    if (stored.type === "manual" && input.monitors) {
      await requireKnownMonitors(trx, projectId, input.monitors);
      await replaceIncidentMonitors(trx, projectId, incidentId, input.monitors);
    }
    await applyRecovery(trx, caller, stored, input.recovery_at);
    await applyPostMortem(trx, caller, stored, input);
    await auditUpdate(trx, caller, before, input);
    await requestPageRender(trx, projectId);
  });
  announceIncident(projectId, incidentId);
  return readIncident(projectId, incidentId);
}

async function auditUpdate(
  trx: Tx,
  caller: Caller,
  before: Stored & { monitors: number[] },
  input: UpdateIncident,
): Promise<void> {
  // The monitors of an automatic incident can't be edited; what was sent is ignored.
  const { monitors, ...fields } = input;
  const given = before.type === "manual" ? input : fields;
  const subject = { type: "incident", id: before.id };
  const detail = { name: input.title ?? before.title };
  await auditEdit(trx, caller, "incident.updated", subject, fieldChanges(before, given), detail);
}

function requireGoodDates(stored: Stored, input: UpdateIncident): void {
  const given = { incidentAt: input.incident_at, recoveryAt: input.recovery_at };
  const whole = {
    incidentAt: input.incident_at ?? stored.incident_at,
    recoveryAt: input.recovery_at === undefined ? stored.recovery_at : input.recovery_at,
  };
  const problems = incidentDateErrors(given, whole, now());
  if (problems) throw invalid(problems);
}

/** Applies `recovery_at`: undefined means not given. Null on a recovered manual incident reopens it and sends no notifications. */
async function applyRecovery(
  trx: Tx,
  caller: Caller,
  stored: Stored,
  recoveryAt: Date | null | undefined,
): Promise<void> {
  if (recoveryAt === undefined) return;
  const { project_id: projectId, id: incidentId } = stored;
  const recovered = stored.status === "recovered";
  if (recoveryAt && !recovered) {
    const reason = `${caller.label} resolved the incident.`;
    await recoverIncidentRow(trx, { projectId, incidentId, at: recoveryAt, reason });
    return;
  }
  if (!recovered) return;
  if (!recoveryAt && stored.type === "monitor") {
    throw invalidField(
      "recovery_at",
      "A recovered automatic incident cannot be reopened. A new failure opens a new incident.",
    );
  }
  await updateIncidentRow(trx, projectId, incidentId, {
    recovery_at: recoveryAt,
    status: recoveryAt ? "recovered" : "ongoing",
  });
  if (!recoveryAt)
    await note(trx, projectId, incidentId, "reopened", `${caller.label} reopened the incident.`);
}

/**
 * Publishes, changes, or removes the post-mortem; undefined means not given. Runs after a recovery in the same call.
 */
async function applyPostMortem(
  trx: Tx,
  caller: Caller,
  stored: Stored,
  { post_mortem: content, recovery_at: recoveryAt }: UpdateIncident,
): Promise<void> {
  if (content === undefined || content === stored.post_mortem) return;
  const { project_id: projectId, id: incidentId, post_mortem_published_at: published } = stored;
  if (content !== null && stored.status !== "recovered" && !recoveryAt)
    throw invalidField(
      "post_mortem",
      "The incident must have recovered before its post-mortem is published.",
    );
  await updateIncidentRow(trx, projectId, incidentId, {
    post_mortem: content,
    post_mortem_published_at: content === null ? null : (published ?? now()),
  });
  const verb = content === null ? "removed" : stored.post_mortem === null ? "published" : "changed";
  await note(trx, projectId, incidentId, "edited", `${caller.label} ${verb} the post-mortem.`);
}

function note(trx: Tx, projectId: number, incidentId: number, kind: string, reason: string): Promise<void> {
  return addTimeline(trx, { projectId, incidentId, kind, reason, occurredAt: now() });
}
