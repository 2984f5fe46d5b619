import type {
  AlertRule,
  AlertRuleFilter,
  CreateAlertRule,
  UpdateAlertRule,
} from "@/lib/contract/alerting/alert-rules";
import type { AlertRuleCoverage } from "@/lib/contract/alerting/rule-coverage";
import type { AppId } from "@/lib/contract/apps/registry";
import { forbidden, found, invalidField } from "@/lib/contract/core/errors";
import type { EventKey } from "@/lib/contract/core/events";
import { reportsEnd } from "@/lib/domain/alerting/alert-match";
import { audit, auditEdit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { requireKnownMonitors } from "@/lib/services/monitors/ids";
import { isoSeconds, now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import {
  type AlertRuleRow,
  type AlertRuleValues,
  deleteAlertRuleRow,
  insertAlertRule,
  isProjectKey,
  lockAlertRule,
  type RuleReach,
  selectAlertRule,
  selectAlertRules,
  selectRuleCoverage,
  selectRulesFor,
  updateAlertRuleRow,
} from "@/lib/store/alerting/alert-rules";
import { adoptOpenIncidents, insertEndFor, openIncidentsAt } from "@/lib/store/alerting/early-ends";
import { lockIntegration } from "@/lib/store/alerting/integrations";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import { checkedEventSettings, checkedMessageSettings } from "./alert-rule-settings";

/** Returns the alert rules of the project and of the whole organization. */
export async function listAlertRules(
  caller: Caller,
  filter: AlertRuleFilter,
  page: Page,
): Promise<Listed<AlertRule>> {
  requirePermission(caller, "platform:read");
  const wanted = { events: filter.event ?? [], integrationIds: filter.integration_id ?? [] };
  return itemsOf(selectAlertRules(reachOf(caller), wanted, page), toAlertRule);
}

/** Returns how many monitors each alert rule in the caller's reach matches. */
export async function getAlertRuleCoverage(caller: Caller): Promise<AlertRuleCoverage> {
  requirePermission(caller, "platform:read");
  return { rules: await selectRuleCoverage(reachOf(caller)) };
}

export async function getAlertRule(caller: Caller, id: number): Promise<AlertRule> {
  requirePermission(caller, "platform:read");
  return readAlertRule(caller, id);
}

export async function createAlertRule(caller: Caller, input: CreateAlertRule): Promise<AlertRule> {
  requirePermission(caller, "platform:write");
  const id = await tx(async (trx) => {
    const values = await checkedValues(trx, caller, input);
    const made = await insertAlertRule(trx, values);
    await replaceRule(trx, values);
    await warnAtOnce(trx, input.event);
    await audit(trx, caller, "alert_rule.created", subjectOf(made), { event: input.event });
    return made;
  });
  return readAlertRule(caller, id);
}

/** Updates the given fields; the rule must be valid as a whole afterward. */
export async function updateAlertRule(
  caller: Caller,
  id: number,
  input: UpdateAlertRule,
): Promise<AlertRule> {
  requirePermission(caller, "platform:write");
  await tx(async (trx) => {
    const stored = found(await lockAlertRule(trx, reachOf(caller), id));
    await requireReach(trx, caller, stored.project_id === null);
    const before = shownFields(stored);
    const values = await checkedValues(trx, caller, { ...before, ...given(input) }, stored);
    await updateAlertRuleRow(trx, id, values);
    await endWithoutRule(trx, stored);
    await replaceRule(trx, values);
    await warnAtOnce(trx, input.event ?? stored.event);
    const changed = fieldChanges(before, shownFields({ ...stored, ...values }));
    await auditEdit(trx, caller, "alert_rule.updated", subjectOf(id), changed, { event: stored.event });
  });
  return readAlertRule(caller, id);
}

export async function deleteAlertRule(caller: Caller, id: number): Promise<void> {
  requirePermission(caller, "platform:write");
  await tx(async (trx) => {
    const stored = found(await lockAlertRule(trx, reachOf(caller), id));
    await requireReach(trx, caller, stored.project_id === null);
    await deleteAlertRuleRow(trx, id);
    await endWithoutRule(trx, stored);
    await audit(trx, caller, "alert_rule.deleted", subjectOf(id), { event: stored.event });
  });
}

/** Checks certificates now instead of at the next full hour, because the warning days of the rule may already have begun. */
async function warnAtOnce(trx: Tx, event: string): Promise<void> {
  if (event === "uptime.monitor_certificate.expiring")
    await addJob(trx, "certificates", {}, { key: "certificates" });
}

function subjectOf(id: number) {
  return { type: "alert_rule", id };
}

/** Returns the fields that callers set. */
function shownFields(row: AlertRuleRow) {
  const {
    project_id: _project,
    id: _id,
    created_at: _made,
    updated_at: _changed,
    ...fields
  } = toAlertRule(row);
  return fields;
}

function given(input: UpdateAlertRule): Partial<CreateAlertRule> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Checks the whole alert rule against its integration, which stays locked so that no one deletes it meanwhile. */
async function checkedValues(
  trx: Tx,
  caller: Caller,
  rule: CreateAlertRule,
  stored?: AlertRuleRow,
): Promise<AlertRuleValues> {
  await requireReach(trx, caller, rule.scope === "organization");
  const projectId = projectOf(caller);
  const app = await appOfIntegration(trx, caller, rule.integration_id, stored);
  const known = stored && sameIds(stored.monitors, rule.monitors);
  if (!known) await requireKnownMonitors(trx, projectId, rule.monitors);
  return {
    organization_id: caller.organizationId,
    project_id: rule.scope === "organization" ? null : (stored?.project_id ?? projectId),
    integration_id: rule.integration_id,
    event: rule.event,
    rate_limit_minutes: rule.rate_limit,
    event_settings: checkedEventSettings(rule.event, rule.event_settings),
    integration_settings: checkedMessageSettings(app, rule.event, rule.integration_settings),
    monitors: rule.monitors,
    tags: rule.tags,
  };
}

function sameIds(before: readonly number[], after: readonly number[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index]);
}

/** Returns the integration's app. An organization-wide rule may keep an integration of another project of the organization. */
async function appOfIntegration(
  trx: Tx,
  caller: Caller,
  integrationId: number,
  stored?: AlertRuleRow,
): Promise<AppId> {
  const row = await lockIntegration(trx, projectOf(caller), integrationId);
  if (row) return row.app;
  if (stored?.integration_id === integrationId) {
    const kept = await lockIntegration(trx, null, integrationId);
    if (kept) return kept.app;
  }
  throw invalidField("integration_id", `This project has no integration with the ID ${integrationId}.`);
}

/** Throws 403 for a project key, which cannot affect other projects. */
async function requireReach(trx: Tx, caller: Caller, isOrganizationWide: boolean): Promise<void> {
  if (!isOrganizationWide || caller.kind !== "api_key" || !(await isProjectKey(trx, caller.id))) return;
  throw forbidden(
    "An alert rule with the scope organization needs an organization key; this is a project key.",
  );
}

function reachOf(caller: Caller): RuleReach {
  return { organizationId: caller.organizationId, projectId: projectOf(caller) };
}

async function readAlertRule(caller: Caller, id: number): Promise<AlertRule> {
  return toAlertRule(found(await selectAlertRule(reachOf(caller), id)));
}

/** Returns a stored alert rule as the API shows it. */
function toAlertRule(row: AlertRuleRow): AlertRule {
  return {
    id: row.id,
    project_id: row.project_id,
    scope: row.project_id === null ? "organization" : "project",
    event: row.event as EventKey,
    integration_id: row.integration_id,
    rate_limit: row.rate_limit_minutes as AlertRule["rate_limit"],
    ...pick(row, "event_settings", "integration_settings", "monitors", "tags"),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}

const RECOVERED = "uptime.incident.recovered";

/**
 * Ends open incidents for the integration of an alert rule that was deleted or changed, if no rule is left that would report their
 * recovery there. Otherwise an alert would stay triggered forever. Call after the change, with the rule as it was.
 */
async function endWithoutRule(trx: Tx, rule: AlertRuleRow): Promise<void> {
  if (rule.event !== RECOVERED) return;
  const { organization_id: organizationId, integration_id: integrationId } = rule;
  // Of two rules that are removed at the same time, the later one must see that the other is gone.
  await lockIntegration(trx, null, integrationId);
  for (const incident of await openIncidentsAt(trx, organizationId, integrationId)) {
    const projectId = incident.project_id;
    const reports = (one: AlertRuleRow) => reportsEnd(one.event_settings, incident.type);
    if (![null, projectId].includes(rule.project_id) || !reports(rule)) continue;
    const left = await selectRulesFor(trx, { organizationId, projectId, key: RECOVERED });
    if (left.some((one) => one.integration_id === integrationId && reports(one))) continue;
    const messageSettings = rule.integration_settings;
    await insertEndFor(trx, incident, { integrationId, messageSettings, at: now() });
  }
}

/** Lets an alert rule that was created or changed report the recovery of incidents whose rule was removed a moment ago. */
async function replaceRule(trx: Tx, rule: AlertRuleValues): Promise<void> {
  if (rule.event !== RECOVERED) return;
  const { integration_id: integrationId, project_id: projectId, event_settings: settings } = rule;
  const types = (["monitor", "manual"] as const).filter((type) => reportsEnd(settings, type));
  await adoptOpenIncidents(trx, { integrationId, projectId, types });
}
