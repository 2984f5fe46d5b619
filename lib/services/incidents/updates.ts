import { found, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import type {
  CreateIncidentUpdate,
  EditIncidentUpdate,
  IncidentUpdate,
} from "@/lib/contract/incidents/updates";
import { type ChangeableIncident, changeText } from "@/lib/domain/incidents/changes";
import { nearDateProblem } from "@/lib/domain/incidents/dates";
import { nextUpdateProblem } from "@/lib/domain/incidents/next-update";
import { announceUpdate, refreshState, scheduleUpdate } from "@/lib/engine/incident-announcement";
import {
  type Caller,
  creatorOf,
  projectOf,
  requireAuthor,
  requirePermission,
} from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { type Tx, tx } from "@/lib/store/core/tx";
import { incidentExists, lockIncident } from "@/lib/store/incidents/incidents";
import {
  deleteIncidentUpdateRow,
  type IncidentUpdateRow,
  insertIncidentUpdate,
  selectPost,
  selectPosts,
  updateIncidentUpdateRow,
} from "@/lib/store/incidents/posts";
import { addTimeline, updateIncidentRow } from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { announceIncident } from "./incidents";
import { toIncidentUpdate } from "./wire";

export async function listIncidentUpdates(
  caller: Caller,
  incidentId: number,
  page: Page,
): Promise<Listed<IncidentUpdate>> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  if (!(await incidentExists(projectId, incidentId))) throw recordNotFound();
  return itemsOf(selectPosts("incident_updates", projectId, incidentId, page), toIncidentUpdate);
}

export async function getIncidentUpdate(
  caller: Caller,
  incidentId: number,
  updateId: number,
): Promise<IncidentUpdate> {
  requirePermission(caller, "uptime:read");
  const row = found(await selectPost("incident_updates", projectOf(caller), incidentId, updateId));
  return toIncidentUpdate(row);
}

/** Publishes an update, or schedules it so that the engine announces it at its time. */
export async function createIncidentUpdate(
  caller: Caller,
  incidentId: number,
  input: CreateIncidentUpdate,
): Promise<IncidentUpdate> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const at = now();
  const publishedAt = input.published_at ?? at;
  requireNear(publishedAt, at);
  const row = await tx(async (trx) => {
    const incident = found(await lockIncident(trx, projectId, incidentId));
    requireNext(input.next_update_at ?? null, publishedAt);
    await applyPublicTitle(trx, caller, incident, input.public_title);
    const inserted = await insertIncidentUpdate(trx, {
      incident_id: incidentId,
      project_id: projectId,
      state: input.state,
      content: input.content,
      published_at: publishedAt,
      next_update_at: input.next_update_at ?? null,
      ...creatorOf(caller),
    });
    if (publishedAt <= at) await announceUpdate(trx, inserted, at);
    else await scheduleUpdate(trx, inserted);
    return inserted;
  });
  announceIncident(projectId, incidentId);
  return toIncidentUpdate(row);
}

/** Sets the public title sent with an update; undefined keeps the current one. */
async function applyPublicTitle(
  trx: Tx,
  caller: Caller,
  incident: ChangeableIncident & { id: number; project_id: number },
  publicTitle: string | null | undefined,
): Promise<void> {
  const changed = changeText(incident, { public_title: publicTitle });
  if (!changed) return;
  const { project_id: projectId, id: incidentId } = incident;
  await updateIncidentRow(trx, projectId, incidentId, { public_title: publicTitle });
  const reason = `${caller.label} changed ${changed}.`;
  await addTimeline(trx, { projectId, incidentId, kind: "edited", reason, occurredAt: now() });
}

/** Edits an update and recomputes the incident's state. Fires no events and recovers nothing. */
export async function editIncidentUpdate(
  caller: Caller,
  incidentId: number,
  updateId: number,
  input: EditIncidentUpdate,
): Promise<IncidentUpdate> {
  return changeUpdate(caller, incidentId, updateId, async (trx, stored) => {
    if (input.published_at) requireNear(input.published_at, now());
    if (input.next_update_at) requireNext(input.next_update_at, input.published_at ?? stored.published_at);
    const edited = await updateIncidentUpdateRow(trx, stored.project_id, updateId, {
      ...pick(input, "state", "content", "published_at", "next_update_at"),
    });
    await scheduleUpdate(trx, edited);
    return edited;
  });
}

export async function deleteIncidentUpdate(
  caller: Caller,
  incidentId: number,
  updateId: number,
): Promise<void> {
  await changeUpdate(caller, incidentId, updateId, async (trx, row) => {
    await deleteIncidentUpdateRow(row.project_id, updateId, trx);
    return row;
  });
}

async function changeUpdate(
  caller: Caller,
  incidentId: number,
  updateId: number,
  change: (trx: Tx, row: IncidentUpdateRow) => Promise<IncidentUpdateRow>,
): Promise<IncidentUpdate> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const stored = found(await selectPost("incident_updates", projectId, incidentId, updateId));
  requireAuthor(caller, stored);
  const changed = await tx(async (trx) => {
    if (!(await lockIncident(trx, projectId, incidentId))) throw recordNotFound();
    const row = await change(trx, stored);
    await refreshState(trx, projectId, incidentId, now());
    await requestPageRender(trx, projectId);
    return row;
  });
  announceIncident(projectId, incidentId);
  return toIncidentUpdate(changed);
}

function requireNear(publishedAt: Date, at: Date): void {
  const problem = nearDateProblem(publishedAt, at);
  if (problem) throw invalidField("published_at", problem);
}

function requireNext(nextUpdateAt: Date | null, publishedAt: Date): void {
  const problem = nextUpdateProblem(nextUpdateAt, publishedAt);
  if (problem) throw invalidField("next_update_at", problem);
}
