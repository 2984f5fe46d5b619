"use client";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { ruleReads } from "@/lib/client/rule-reads";
import type { AlertRule } from "@/lib/contract/alert-rules";
import type { Integration } from "@/lib/contract/integrations";
import { counted } from "@/lib/views/format";
import { EVENT_WORDS, rateWords } from "@/lib/views/integration-words";

/** Each rule as the sentence it is. Deleting can be undone. */
export function RuleList({ integrations }: { integrations: readonly Integration[] }) {
  const rules = useQuery(query(routes.listAlertRules, ruleReads));
  const restore = useSave(routes.createAlertRule);
  const names = new Map(integrations.map((integration) => [integration.id, integration.name]));
  const drop = useSave(routes.deleteAlertRule, {
    done: "Rule deleted",
    undo: (_, input) => {
      const rule = rules.data?.data.find(({ id }) => id === input.params?.alertRuleId);
      if (rule) restore.mutate({ body: withoutIds(rule) });
    },
  });
  if (rules.data?.data.length === 0)
    return <p className="px-4 py-6 text-muted">No rules yet: nothing is sent to anyone.</p>;
  return (
    <ul>
      {(rules.data?.data ?? []).map((rule) => (
        <li key={rule.id} className="flex items-center gap-4 border-b border-line px-4 py-2.5 last:border-0">
          <p className="min-w-0 flex-1">
            When <strong className="font-medium">{EVENT_WORDS[rule.event]}</strong>
            {scopeWords(rule)}, tell{" "}
            <strong className="font-medium">{names.get(rule.integration_id) ?? "a destination"}</strong>{" "}
            {rateWords(rule.rate_limit)}.
          </p>
          <Button
            look="quiet"
            size="icon"
            aria-label="Delete this rule"
            disabled={drop.isPending}
            onClick={() => drop.mutate({ params: { alertRuleId: rule.id } })}
          >
            <Trash2 />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function scopeWords(rule: AlertRule): string {
  const parts: string[] = [];
  if (rule.monitors.length > 0) parts.push(` on ${counted(rule.monitors.length, "chosen monitor")}`);
  if (rule.tags.length > 0) parts.push(` tagged ${rule.tags.join(" or ")}`);
  if (rule.scope === "organization") parts.push(" in any project");
  return parts.join("");
}

function withoutIds({
  scope,
  event,
  integration_id,
  rate_limit,
  event_settings,
  integration_settings,
  monitors,
  tags,
}: AlertRule) {
  return { scope, event, integration_id, rate_limit, event_settings, integration_settings, monitors, tags };
}
