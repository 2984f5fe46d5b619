import { type Selectable, sql } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { naturalOrderOf } from "@/lib/store/core/natural-order";
import { db } from "@/lib/store/core/pool";
import { rowsOf } from "@/lib/store/core/project-rows";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type IncidentTemplateRow = Selectable<Database["incident_templates"]>;

export const {
  select: selectTemplate,
  insert: insertTemplate,
  update: updateTemplateRow,
  remove: deleteTemplateRow,
} = rowsOf("incident_templates");

/** Returns one page of a project's templates by name, and their number. */
export async function selectTemplates(projectId: number, page: Slice): Promise<Found<IncidentTemplateRow>> {
  const matching = db().selectFrom("incident_templates").where("project_id", "=", projectId);
  return listed(matching, matching.selectAll().orderBy(sql.raw(naturalOrderOf("name"))), page);
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
