import { type Selectable, sql } from "kysely";
import { listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import { rowsOf } from "@/lib/store/core/project-rows";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type IncidentCommentRow = Selectable<Database["incident_comments"]>;
export type IncidentUpdateRow = Selectable<Database["incident_updates"]>;

/** Texts that people write on an incident. The tables share the columns that these functions use. */
type Posts = "incident_comments" | "incident_updates";

// Kysely types one table at a time. The queries are the same for both.
const postsOf = (table: Posts, projectId: number, incidentId: number) =>
  db()
    .selectFrom(table as "incident_updates")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId);

/** Returns one page of an incident's comments or updates, newest first. */
export async function selectPosts<Table extends Posts>(
  table: Table,
  projectId: number,
  incidentId: number,
  page: Slice,
): Promise<{ rows: Selectable<Database[Table]>[]; total: number }> {
  const matching = postsOf(table, projectId, incidentId);
  const { rows, total } = await listed(matching, matching.selectAll().orderBy("id", "desc"), page);
  return { rows: rows as Selectable<Database[Table]>[], total };
}

export function selectPost<Table extends Posts>(
  table: Table,
  projectId: number,
  incidentId: number,
  id: number,
): Promise<Selectable<Database[Table]> | undefined> {
  return postsOf(table, projectId, incidentId)
    .selectAll()
    .where("id", "=", id)
    .$castTo<Selectable<Database[Table]>>()
    .executeTakeFirst();
}

export const { insert: insertIncidentComment, remove: deleteIncidentCommentRow } =
  rowsOf("incident_comments");

export function updateIncidentComment(
  projectId: number,
  commentId: number,
  content: string | undefined,
): Promise<IncidentCommentRow | undefined> {
  return db()
    .updateTable("incident_comments")
    .set({ content, updated_at: sql<Date>`now()` })
    .where("project_id", "=", projectId)
    .where("id", "=", commentId)
    .returningAll()
    .executeTakeFirst();
}

export const {
  insert: insertIncidentUpdate,
  update: updateIncidentUpdateRow,
  remove: deleteIncidentUpdateRow,
} = rowsOf("incident_updates");

/** Returns the states of the updates published by `at`. */
export async function publishedStates(
  trx: Tx,
  projectId: number,
  incidentId: number,
  at: Date,
): Promise<string[]> {
  const rows = await trx
    .selectFrom("incident_updates")
    .select("state")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .where("published_at", "<=", at)
    .execute();
  return rows.map((row) => row.state);
}

/** Locks due scheduled updates, including those that were postponed. Skips rows locked by another server. */
export function lockDueUpdates(
  trx: Tx,
  projects: Projects,
  at: Date,
  limit: number,
): Promise<IncidentUpdateRow[]> {
  return trx
    .selectFrom("incident_updates")
    .selectAll()
    .where(among("project_id", projects))
    .where(({ or, eb, ref }) =>
      or([eb("announced_at", "is", null), eb("announced_at", "<", ref("published_at"))]),
    )
    .where("published_at", "<=", at)
    .orderBy("published_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
