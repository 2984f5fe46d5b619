import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { listed } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { IncidentTemplatesTable } from "@/lib/store/schema/tables";

export type IncidentTemplateRow = Selectable<IncidentTemplatesTable>;

/** Returns one page of a project's templates by name, and their number. */
export async function selectTemplates(
  projectId: number,
  limit: number,
  offset: number,
): Promise<{ rows: IncidentTemplateRow[]; total: number }> {
  const matching = db().selectFrom("incident_templates").where("project_id", "=", projectId);
  return listed(matching, matching.selectAll().orderBy(sql`lower(name)`), limit, offset);
}

export function selectTemplate(
  projectId: number,
  id: number,
  on: Tx | ReturnType<typeof db> = db(),
): Promise<IncidentTemplateRow | undefined> {
  return on
    .selectFrom("incident_templates")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Locks the project's templates, so that their number and names can be checked. */
export async function lockTemplates(trx: Tx, projectId: number): Promise<void> {
  await sql`select 1 from projects where id = ${projectId} for no key update`.execute(trx);
}

/** Returns the number of templates, and whether another than `exceptId` has this name, ignoring case. */
export async function templateUsage(
  trx: Tx,
  projectId: number,
  name: string,
  exceptId: number | null,
): Promise<{ total: number; taken: boolean }> {
  const { rows } = await sql<{ total: number; taken: boolean }>`
    select count(*) as total, coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint), false)
      as taken
    from incident_templates where project_id = ${projectId}`.execute(trx);
  return rows[0] ?? { total: 0, taken: false };
}

export function insertTemplate(
  trx: Tx,
  values: Insertable<IncidentTemplatesTable>,
): Promise<IncidentTemplateRow> {
  return trx.insertInto("incident_templates").values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateTemplateRow(
  trx: Tx,
  projectId: number,
  id: number,
  values: Updateable<IncidentTemplatesTable>,
): Promise<IncidentTemplateRow> {
  return trx
    .updateTable("incident_templates")
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTemplateRow(projectId: number, id: number): Promise<boolean> {
  const gone = await db()
    .deleteFrom("incident_templates")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
