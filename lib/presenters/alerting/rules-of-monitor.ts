import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { type LimitingMonitor, ruleConcerns } from "@/lib/domain/alerting/alert-match";
import { alertRuleSentence } from "./alert-rule-sentence";

/** Returns the alert rules that cover a monitor as sentences that don't name the monitors of the rule. */
export function rulesOfMonitor(
  monitor: LimitingMonitor,
  rules: readonly AlertRule[],
  integrations: ReadonlyMap<number, string>,
): { id: number; event: AlertRule["event"]; text: string }[] {
  const covering = rules.filter((rule) => ruleConcerns(rule, monitor));
  return covering.map((rule) => ({
    id: rule.id,
    event: rule.event,
    text: alertRuleSentence(
      { ...rule, monitors: [] },
      {
        integration: integrations.get(rule.integration_id) ?? "an integration in another project",
        monitors: {},
      },
    ),
  }));
}
