import { found, recordNotFound } from "@/lib/contract/core/errors";
import type {
  CreateIncidentComment,
  EditIncidentComment,
  IncidentComment,
} from "@/lib/contract/incidents/comments";
import {
  type Caller,
  creatorOf,
  projectOf,
  requireAuthor,
  requirePermission,
} from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { recordEvent } from "@/lib/store/alerting/events";
import { tx } from "@/lib/store/core/tx";
import { incidentExists, lockIncident } from "@/lib/store/incidents/incidents";
import {
  deleteIncidentCommentRow,
  type IncidentCommentRow,
  insertIncidentComment,
  selectPost,
  selectPosts,
  updateIncidentComment,
} from "@/lib/store/incidents/posts";
import { announceIncident } from "./incidents";

export async function listIncidentComments(
  caller: Caller,
  incidentId: number,
  page: Page,
): Promise<Listed<IncidentComment>> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  if (!(await incidentExists(projectId, incidentId))) throw recordNotFound();
  return itemsOf(selectPosts("incident_comments", projectId, incidentId, page), toComment);
}

export async function getIncidentComment(
  caller: Caller,
  incidentId: number,
  commentId: number,
): Promise<IncidentComment> {
  requirePermission(caller, "uptime:read");
  return toComment(await read(caller, incidentId, commentId));
}

/** Creates a private comment and queues its notifications. */
export async function createIncidentComment(
  caller: Caller,
  incidentId: number,
  input: CreateIncidentComment,
): Promise<IncidentComment> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const row = await tx(async (trx) => {
    if (!(await lockIncident(trx, projectId, incidentId))) throw recordNotFound();
    const creator = creatorOf(caller);
    const inserted = await insertIncidentComment(trx, {
      incident_id: incidentId,
      project_id: projectId,
      content: input.content,
      ...creator,
    });
    await recordEvent(trx, {
      projectId,
      key: "uptime.incident_comment.created",
      occurredAt: inserted.created_at,
      incidentId,
      entities: {
        comment: { id: inserted.id, content: inserted.content },
        creator: { type: creator.creator_type, label: creator.creator_label },
      },
    });
    return inserted;
  });
  announceIncident(projectId, incidentId);
  return toComment(row);
}

export async function editIncidentComment(
  caller: Caller,
  incidentId: number,
  commentId: number,
  input: EditIncidentComment,
): Promise<IncidentComment> {
  await requireOwn(caller, incidentId, commentId);
  const row = found(await updateIncidentComment(projectOf(caller), commentId, input.content));
  announceIncident(projectOf(caller), incidentId);
  return toComment(row);
}

export async function deleteIncidentComment(
  caller: Caller,
  incidentId: number,
  commentId: number,
): Promise<void> {
  await requireOwn(caller, incidentId, commentId);
  await deleteIncidentCommentRow(projectOf(caller), commentId);
  announceIncident(projectOf(caller), incidentId);
}

async function requireOwn(caller: Caller, incidentId: number, commentId: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  requireAuthor(caller, await read(caller, incidentId, commentId));
}

async function read(caller: Caller, incidentId: number, commentId: number): Promise<IncidentCommentRow> {
  return found(await selectPost("incident_comments", projectOf(caller), incidentId, commentId));
}

function toComment(row: IncidentCommentRow): IncidentComment {
  return {
    ...pick(row, "id", "project_id", "incident_id", "content"),
    creator: { id: row.creator_id, type: row.creator_type, label: row.creator_label },
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
