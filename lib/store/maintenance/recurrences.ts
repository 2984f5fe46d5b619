import { type Selectable, sql } from "kysely";
import { rowsOf } from "@/lib/store/core/project-rows";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type RecurrenceRow = Selectable<Database["maintenance_recurrences"]>;

export const { insert: insertRecurrence, lock: lockRecurrence } = rowsOf("maintenance_recurrences");

/** Locks active recurrences whose windows are only created until before `horizon`. Skips those locked by another server. */
export function lockShortRecurrences(
  trx: Tx,
  projects: Projects,
  horizon: Date,
  limit: number,
): Promise<RecurrenceRow[]> {
  return trx
    .selectFrom("maintenance_recurrences")
    .selectAll()
    .where(among("project_id", projects))
    .where("ended_before", "is", null)
    .where("planned_until", "<", horizon)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function setPlannedUntil(
  trx: Tx,
  { id, project_id }: { id: number; project_id: number },
  until: Date,
): Promise<void> {
  await trx
    .updateTable("maintenance_recurrences")
    .set({ planned_until: until })
    .where("project_id", "=", project_id)
    .where("id", "=", id)
    .execute();
}

/**
 * Ends a recurrence before `before`. Deletes its later windows that haven't started, except `keepId`, and the whole recurrence
 * when it never had a start.
 */
export async function endRecurrence(
  trx: Tx,
  { id: recurrenceId, project_id: projectId }: { id: number; project_id: number },
  before: Date,
  keepId: number,
): Promise<void> {
  await sql`delete from maintenance_windows where project_id = ${projectId} and recurrence_id = ${recurrenceId} and state = 'scheduled'
    and recurs_at >= ${before} and id <> ${keepId}`.execute(trx);
  const { numDeletedRows } = await trx
    .deleteFrom("maintenance_recurrences")
    .where("project_id", "=", projectId)
    .where("id", "=", recurrenceId)
    .where("first_start", ">=", before)
    .executeTakeFirst();
  if (numDeletedRows > 0) {
    await trx
      .updateTable("maintenance_windows")
      .set({ recurrence_id: null })
      .where("project_id", "=", projectId)
      .where("recurrence_id", "=", recurrenceId)
      .execute();
    return;
  }
  await sql`update maintenance_recurrences set updated_at = now(),
    ended_before = least(ended_before, ${before}) where project_id = ${projectId} and id = ${recurrenceId}`.execute(
    trx,
  );
}

/** Returns which of the given monitors still exist, in their order. */
export async function existingMonitors(
  trx: Tx,
  projectId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from monitors where project_id = ${projectId} and id = any (${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`.execute(trx);
  return rows.map((row) => row.id);
}
