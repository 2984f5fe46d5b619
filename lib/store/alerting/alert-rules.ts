import { type Selectable, sql } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { AlertRulesTable } from "@/lib/store/schema/tables";

export type AlertRuleRow = Selectable<AlertRulesTable>;

/** Scope of a caller: its project's alert rules and those of the whole organization. */
export interface RuleReach {
  organizationId: number;
  projectId: number;
}

function reachable({ organizationId, projectId }: RuleReach) {
  return db()
    .selectFrom("alert_rules")
    .where("organization_id", "=", organizationId)
    .where((eb) => eb.or([eb("project_id", "=", projectId), eb("project_id", "is", null)]));
}

export async function selectAlertRules(
  reach: RuleReach,
  filter: { events: readonly string[]; integrationIds: readonly number[] },
  page: Slice,
): Promise<Found<AlertRuleRow>> {
  let base = reachable(reach);
  if (filter.events.length > 0) base = base.where("event", "in", [...filter.events]);
  if (filter.integrationIds.length > 0) base = base.where("integration_id", "in", [...filter.integrationIds]);
  return listed(base, base.selectAll().orderBy("id", "desc"), page);
}

export async function selectAlertRule(reach: RuleReach, id: number): Promise<AlertRuleRow | null> {
  const row = await reachable(reach).selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

export async function lockAlertRule(trx: Tx, reach: RuleReach, id: number): Promise<AlertRuleRow | null> {
  const row = await trx
    .selectFrom("alert_rules")
    .selectAll()
    .where("id", "=", id)
    .where("organization_id", "=", reach.organizationId)
    .where((eb) => eb.or([eb("project_id", "=", reach.projectId), eb("project_id", "is", null)]))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export type AlertRuleValues = Omit<AlertRuleRow, "id" | "created_at" | "updated_at">;

function columnsOf(values: AlertRuleValues) {
  const text = (settings: object | null) => (settings === null ? null : JSON.stringify(settings));
  return {
    ...values,
    event_settings: text(values.event_settings),
    integration_settings: text(values.integration_settings),
  };
}

export async function insertAlertRule(trx: Tx, values: AlertRuleValues): Promise<number> {
  const { id } = await trx
    .insertInto("alert_rules")
    .values(columnsOf(values))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAlertRuleRow(trx: Tx, id: number, values: AlertRuleValues): Promise<void> {
  await trx
    .updateTable("alert_rules")
    .set({ ...columnsOf(values), updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

export async function deleteAlertRuleRow(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom("alert_rules").where("id", "=", id).execute();
}

/** Returns whether the key belongs to one project; such a key can't reach organization-wide rules. */
export async function isProjectKey(trx: Tx, keyId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("api_keys")
    .select("project_id")
    .where("id", "=", keyId)
    .executeTakeFirst();
  return row?.project_id != null;
}

/** Returns the alert rules for an event of a project, including the organization's, least limited first. */
export async function selectRulesFor(
  trx: Tx,
  event: { organizationId: number; projectId: number; key: string },
): Promise<AlertRuleRow[]> {
  return trx
    .selectFrom("alert_rules")
    .selectAll()
    .where("organization_id", "=", event.organizationId)
    .where("event", "=", event.key)
    .where((eb) => eb.or([eb("project_id", "=", event.projectId), eb("project_id", "is", null)]))
    .orderBy("rate_limit_minutes")
    .orderBy("id")
    .execute();
}
