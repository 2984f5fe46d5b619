import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { listed } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { IncidentUpdatesTable } from "@/lib/store/schema/incidents";

export type IncidentUpdateRow = Selectable<IncidentUpdatesTable>;

export async function selectIncidentUpdates(
  projectId: number,
  incidentId: number,
  limit: number,
  offset: number,
): Promise<{ rows: IncidentUpdateRow[]; total: number }> {
  const matching = db()
    .selectFrom("incident_updates")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId);
  return listed(matching, matching.selectAll().orderBy("id", "desc"), limit, offset);
}

export function selectIncidentUpdate(
  projectId: number,
  incidentId: number,
  updateId: number,
): Promise<IncidentUpdateRow | undefined> {
  return db()
    .selectFrom("incident_updates")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .where("id", "=", updateId)
    .executeTakeFirst();
}

export function insertIncidentUpdate(
  trx: Tx,
  values: Insertable<IncidentUpdatesTable>,
): Promise<IncidentUpdateRow> {
  return trx.insertInto("incident_updates").values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateIncidentUpdateRow(
  trx: Tx,
  updateId: number,
  values: Updateable<IncidentUpdatesTable>,
): Promise<IncidentUpdateRow> {
  return trx
    .updateTable("incident_updates")
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where("id", "=", updateId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteIncidentUpdateRow(trx: Tx, updateId: number): Promise<void> {
  await trx.deleteFrom("incident_updates").where("id", "=", updateId).execute();
}

/** Returns the states of the updates published by `at`. */
export async function publishedStates(trx: Tx, incidentId: number, at: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom("incident_updates")
    .select("state")
    .where("incident_id", "=", incidentId)
    .where("published_at", "<=", at)
    .execute();
  return rows.map((row) => row.state);
}

/** Locks due scheduled updates, including those that were postponed. Skips rows locked by another server. */
export function lockDueUpdates(trx: Tx, at: Date, limit: number): Promise<IncidentUpdateRow[]> {
  return trx
    .selectFrom("incident_updates")
    .selectAll()
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
