"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { IconDrawings, SharedIcon } from "@/components/ui/shared-icon";
import { usePaged } from "@/components/ui/use-paged";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { alertRuleSentence, silentRules } from "@/lib/presenters/alerting/alert-rule-sentence";
import { counted } from "@/lib/presenters/core/format";
import { FirstRules } from "./first-rules";
import { RuleDialog } from "./rule-dialog";
import { useRuleCoverage } from "./use-integrations";

/** The maximum number of monitor names to load for the sentences; other monitors show their ID. */
const NAMED = 50;

/** Lists alert rules as sentences. Deleting one can be undone. */
export function RuleList({
  integrations,
  mayChange,
}: {
  integrations: readonly Integration[];
  mayChange: boolean;
}) {
  const rules = useQuery(queryAll(routes.listAlertRules));
  const restore = useSave(routes.createAlertRule);
  const [edited, setEdited] = useState<AlertRule | null>(null);
  const coverage = useRuleCoverage();
  const silent = silentRules(rules.data?.data ?? []);
  const { shown, pager } = usePaged(rules.data?.data ?? []);
  const limits = [...new Set(shown.flatMap((rule) => rule.monitors))];
  const monitors = useMonitorNames(limits.slice(0, NAMED));
  const names = new Map(integrations.map((integration) => [integration.id, integration.name]));
  const drop = useSave(routes.deleteAlertRule, {
    done: "Alert rule deleted",
    undo: (_, input) => {
      const rule = rules.data?.data.find(({ id }) => id === input.params?.alertRuleId);
      return rule !== undefined && (() => restore.mutate({ body: withoutIds(rule) }));
    },
  });
  if (rules.data?.data.length === 0) return <FirstRules integrations={integrations} mayAdd={mayChange} />;
  return (
    <>
      <IconDrawings icons={[Pencil, Trash2]} />
      <ul>
        {shown.map((rule) => (
          <li
            data-row
            key={rule.id}
            className="flex items-center gap-4 border-b border-line px-4 py-2.5 last:border-0"
          >
            <div className="min-w-0 flex-1">
              <p>
                {alertRuleSentence(rule, {
                  integration: names.get(rule.integration_id) ?? "an integration in another project",
                  monitors,
                })}
              </p>
              <Coverage rule={rule} monitors={coverage.get(rule.id)} />
              {silent.has(rule.id) && (
                <p className="mt-0.5 text-[13px] text-warn">
                  Another alert rule covers the same events, so this one never sends.
                </p>
              )}
            </div>
            {mayChange && (
              <>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label="Edit alert rule"
                  onClick={() => setEdited(rule)}
                >
                  <SharedIcon icon={Pencil} />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label="Delete alert rule"
                  disabled={drop.isPending}
                  onClick={() => drop.mutate({ params: { alertRuleId: rule.id } })}
                >
                  <SharedIcon icon={Trash2} />
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {pager}
      <RuleDialog
        key={edited?.id ?? 0}
        open={edited !== null}
        onClose={() => setEdited(null)}
        integrations={integrations}
        rule={edited ?? undefined}
      />
    </>
  );
}

/** Says how many monitors a rule matches now. One that matches none never sends, unless an incident of its own has its tags. */
function Coverage({ rule, monitors }: { rule: AlertRule; monitors: number | undefined }) {
  if (monitors === undefined) return null;
  if (monitors === 0)
    return (
      <p className="mt-0.5 text-[13px] text-warn">
        {matchesTaggedIncidents(rule)
          ? "Matches no monitors now, only manual incidents with its tags."
          : "Matches no monitors now, so it never sends."}
      </p>
    );
  const isLimited = rule.monitors.length > 0 || rule.tags.length > 0;
  return (
    <p className="mt-0.5 text-[13px] text-muted">
      {`Matches ${isLimited || monitors === 1 ? "" : "all "}${counted(monitors, "monitor")}`}
    </p>
  );
}

/** Returns whether the tags of incidents that people open can match. */
function matchesTaggedIncidents({ event, event_settings: settings, monitors, tags }: AlertRule): boolean {
  const isForManual = event.startsWith("uptime.incident") && settings?.type !== "monitor";
  return isForManual && tags.length > 0 && monitors.length === 0;
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
