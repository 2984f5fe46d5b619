import { type Selectable, sql } from "kysely";
import { RULE_CONCERNS } from "@/lib/store/checks/certificates";
import { read } from "@/lib/store/core/connection/statements";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import { readEachPart } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type AlertRuleRow = Selectable<Database["alert_rules"]>;

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

const REACH = "organization_id = $1 and (project_id = $2 or project_id is null)";

/** Counts once for all rules with the same limits, because most rules have none and the counts grow with the monitors. */
const SELECT = `
  with counted as materialized (
    select r.*, (select count(*)::int from monitors m join projects p on p.id = m.project_id
      where m.project_id = any ($3::bigint[]) and p.organization_id = $1 and (r.project_id is null or p.id = r.project_id) and ${RULE_CONCERNS}) as count
    from (select distinct project_id, monitors, tags from alert_rules where ${REACH}) r)
  select r.id as alert_rule_id, c.count as monitors
  from (select * from alert_rules where ${REACH} order by id desc limit 1000) r
    join counted c on c.project_id is not distinct from r.project_id and c.monitors = r.monitors and c.tags = r.tags
  order by r.id desc`;

/** Returns how many monitors each alert rule in reach matches, newest rule first. */
export async function selectRuleCoverage({
  organizationId,
  projectId,
}: RuleReach): Promise<{ alert_rule_id: number; monitors: number }[]> {
  const counts = new Map<number, number>();
  const rows = await readEachPart("alert rules", async (projects) => {
    const values = [organizationId, projectId, projects];
    return read<{ alert_rule_id: number; monitors: number }>(SELECT, values);
  });
  for (const { alert_rule_id: id, monitors } of rows) counts.set(id, (counts.get(id) ?? 0) + monitors);
  return [...counts].map(([alert_rule_id, monitors]) => ({ alert_rule_id, monitors }));
}
