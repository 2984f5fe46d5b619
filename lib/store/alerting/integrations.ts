import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { AppId } from "@/lib/contract/apps/registry";
import { present } from "@/lib/shared/assert";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type IntegrationRow = Selectable<Database["integrations"]>;

/** Conditions on integrations. Null and empty mean all. */
export interface IntegrationQuery {
  projectId: number;
  app: AppId | null;
  ids: readonly number[];
  names: readonly string[];
}

/** Returns one page of a project's integrations, newest first. */
export async function selectIntegrations(
  query: IntegrationQuery,
  page: Slice,
): Promise<Found<IntegrationRow>> {
  let base = db()
    .selectFrom("integrations")
    .where("project_id", "=", query.projectId)
    .where("is_fallback", "=", false);
  if (query.app !== null) base = base.where("app", "=", query.app);
  if (query.ids.length > 0) base = base.where("id", "in", [...query.ids]);
  if (query.names.length > 0) base = base.where("name", "in", [...query.names]);
  return listed(base, base.selectAll().orderBy("id", "desc"), page);
}

/** Returns all integrations of a project, oldest first. */
export async function selectProjectIntegrations(projectId: number): Promise<IntegrationRow[]> {
  return db()
    .selectFrom("integrations")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("is_fallback", "=", false)
    .orderBy("id")
    .execute();
}

export async function selectIntegration(
  projectId: number,
  app: AppId,
  id: number,
): Promise<IntegrationRow | null> {
  const row = await db()
    .selectFrom("integrations")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("is_fallback", "=", false)
    .where("app", "=", app)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns an integration, locked until the transaction ends, so that no one deletes it while a rule is created for it. A null
 * project means any project, for IDs from stored rules.
 */
export async function lockIntegration(
  trx: Tx,
  projectId: number | null,
  id: number,
): Promise<IntegrationRow | null> {
  let query = trx
    .selectFrom("integrations")
    .selectAll()
    .where("id", "=", id)
    .where("is_fallback", "=", false)
    .forUpdate();
  if (projectId !== null) query = query.where("project_id", "=", projectId);
  const row = await query.executeTakeFirst();
  return row ?? null;
}

/** Returns an ID for a new integration, whose secrets are encrypted for it before it is inserted. */
export async function newIntegrationId(trx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('integrations', 'id')) as id`.execute(trx);
  return present(rows[0], "the ID").id;
}

export async function insertIntegration(
  trx: Tx,
  values: Omit<Insertable<Database["integrations"]>, "settings"> & { settings: object },
): Promise<void> {
  const row = {
    ...values,
    settings: JSON.stringify(values.settings),
    paused_at: values.paused ? sql<Date>`now()` : null,
  };
  await trx.insertInto("integrations").values(row).execute();
}

export type IntegrationChange = Omit<Updateable<Database["integrations"]>, "settings"> & {
  settings?: object;
};

export async function updateIntegrationRow(trx: Tx, id: number, change: IntegrationChange): Promise<void> {
  const { settings, ...columns } = change;
  await trx
    .updateTable("integrations")
    .set({
      ...columns,
      ...(settings ? { settings: JSON.stringify(settings) } : {}),
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}

export async function countRulesOf(trx: Tx, integrationId: number): Promise<number> {
  const { total } = await trx
    .selectFrom("alert_rules")
    .where("integration_id", "=", integrationId)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

export async function deleteIntegrationRow(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom("integrations").where("id", "=", id).execute();
}

export async function organizationPlan(organizationId: number): Promise<"hobby" | "scale"> {
  const row = await db()
    .selectFrom("organizations")
    .select("plan")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return row.plan;
}
