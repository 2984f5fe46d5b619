import { reportsEnd } from "@/lib/domain/alerting/alert-match";
import { now } from "@/lib/shared/clock";
import { type AlertRuleRow, type AlertRuleValues, selectRulesFor } from "@/lib/store/alerting/alert-rules";
import { adoptOpenIncidents, insertEndFor, openIncidentsAt } from "@/lib/store/alerting/early-ends";
import { lockIntegration } from "@/lib/store/alerting/integrations";
import type { Tx } from "@/lib/store/core/tx";

const RECOVERED = "uptime.incident.recovered";

/**
 * Ends open incidents for the integration of an alert rule that was deleted or changed, if no rule is left that would report their
 * recovery there. Otherwise an alert would stay triggered forever. Call after the change, with the rule as it was.
 */
export async function endWithoutRule(trx: Tx, rule: AlertRuleRow): Promise<void> {
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
export async function replaceRule(trx: Tx, rule: AlertRuleValues): Promise<void> {
  if (rule.event !== RECOVERED) return;
  const { integration_id: integrationId, project_id: projectId, event_settings: settings } = rule;
  const types = (["monitor", "manual"] as const).filter((type) => reportsEnd(settings, type));
  await adoptOpenIncidents(trx, { integrationId, projectId, types });
}
