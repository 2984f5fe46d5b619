import { type Insertable, type Selectable, sql } from "kysely";
import { listed } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { IncidentCommentsTable } from "@/lib/store/schema/monitor-extras";

export type IncidentCommentRow = Selectable<IncidentCommentsTable>;

export async function selectIncidentComments(
  projectId: number,
  incidentId: number,
  limit: number,
  offset: number,
): Promise<{ rows: IncidentCommentRow[]; total: number }> {
  const matching = db()
    .selectFrom("incident_comments")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId);
  return listed(matching, matching.selectAll().orderBy("id", "desc"), limit, offset);
}

export function selectIncidentComment(
  projectId: number,
  incidentId: number,
  commentId: number,
): Promise<IncidentCommentRow | undefined> {
  return db()
    .selectFrom("incident_comments")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .where("id", "=", commentId)
    .executeTakeFirst();
}

export function insertIncidentComment(
  trx: Tx,
  values: Insertable<IncidentCommentsTable>,
): Promise<IncidentCommentRow> {
  return trx.insertInto("incident_comments").values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateIncidentComment(
  commentId: number,
  content: string | undefined,
): Promise<IncidentCommentRow | undefined> {
  return db()
    .updateTable("incident_comments")
    .set({ content, updated_at: sql<Date>`now()` })
    .where("id", "=", commentId)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteIncidentCommentRow(commentId: number): Promise<void> {
  await db().deleteFrom("incident_comments").where("id", "=", commentId).execute();
}
