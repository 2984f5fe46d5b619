"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { useSave } from "@/components/forms/use-save";
import { PlainButton } from "@/components/ui/button";
import { Fold } from "@/components/ui/overlays/fold";
import { IconDrawings, SharedIcon } from "@/components/ui/shared-icon";
import { usePaged } from "@/components/ui/use-paged";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { eventTitle } from "@/lib/contract/alerting/event-words";
import type { Integration } from "@/lib/contract/alerting/integrations";
import {
  alertRuleLine,
  rulesByIntegration,
  silentRules,
} from "@/lib/presenters/alerting/alert-rule-sentence";
import { counted } from "@/lib/presenters/core/format";
import { FirstRules } from "./first-rules";
import { RuleDialog } from "./rule-dialog";
import { useRuleCoverage } from "./use-integrations";

/** The maximum number of monitor names to load; other monitors show their ID. */
const NAMED = 50;
/** With more rules, those of each integration are folded. */
const OPEN_MAX = 12;

/** Lists alert rules by integration. Pressing one edits it, and deleting it there can be undone. */
export function RuleList({
  integrations,
  mayChange,
}: {
  integrations: readonly Integration[];
  mayChange: boolean;
}) {
  const { data } = useQuery(queryAll(routes.listAlertRules));
  const rules = data?.data ?? [];
  const [edited, setEdited] = useState<AlertRule | null>(null);
  const sorted = rulesByIntegration(rules, integrations).flatMap((group) => group.rules);
  const { shown, pager } = usePaged(sorted);
  const limits = [...new Set(shown.flatMap((rule) => rule.monitors))];
  const monitors = useMonitorNames(limits.slice(0, NAMED));
  const coverage = useRuleCoverage();
  const silent = silentRules(rules);
  const remove = useDelete(rules);
  const lineOf = (rule: AlertRule) => ruleLine(rule, monitors, coverage.get(rule.id), silent.has(rule.id));
  if (data?.data.length === 0) return <FirstRules integrations={integrations} mayAdd={mayChange} />;
  return (
    <>
      <IconDrawings icons={[Pencil]} />
      {rulesByIntegration(shown, integrations).map(({ integration, rules: own }) => (
        <RuleGroup
          key={integration?.id ?? 0}
          name={integration?.name ?? "An integration in another project"}
          rules={own.map((rule) => ({ rule, line: lineOf(rule) }))}
          isOpen={rules.length <= OPEN_MAX}
          onEdit={mayChange ? setEdited : null}
        />
      ))}
      {pager}
      <RuleDialog
        key={edited?.id ?? 0}
        open={edited !== null}
        onClose={() => setEdited(null)}
        onDelete={(rule) => {
          setEdited(null);
          remove(rule.id);
        }}
        integrations={integrations}
        rule={edited ?? undefined}
      />
    </>
  );
}

/** Shows the rules of one integration under its name. */
function RuleGroup({
  name,
  rules,
  isOpen,
  onEdit,
}: {
  name: string;
  rules: readonly { rule: AlertRule; line: RuleLine }[];
  isOpen: boolean;
  onEdit: ((rule: AlertRule) => void) | null;
}) {
  const events = [...new Set(rules.map(({ rule }) => eventTitle(rule.event)))];
  const [isDrawn, setIsDrawn] = useState(isOpen);
  const isTroubled = rules.some(({ line }) => line.warning !== null);
  return (
    <Fold
      open={isOpen}
      onOpen={() => setIsDrawn(true)}
      className="rule-group"
      headClass=""
      head={
        <>
          <h3>{name}</h3>
          <span>{counted(rules.length, "rule")}</span>
          {!isOpen && <small>{events.join(", ")}</small>}
          {isTroubled && <em>Needs attention</em>}
        </>
      }
    >
      {isDrawn && (
        <ul className="rule-rows">
          {rules.map(({ rule, line }) => (
            <Row key={rule.id} line={line} onEdit={onEdit && (() => onEdit(rule))} />
          ))}
        </ul>
      )}
    </Fold>
  );
}

/** A rule and what it needs, as a button that edits it. Its looks are in `rule-rows`. */
function Row({ line, onEdit }: { line: RuleLine; onEdit: (() => void) | null }) {
  const texts = (
    <>
      <span>
        {onEdit && <span className="sr-only">Edit alert rule: </span>}
        {line.when}
      </span>
      <small>{[line.how, line.matches].filter(Boolean).join(" · ")}</small>
      {line.warning && <em>{line.warning}</em>}
    </>
  );
  return (
    <li data-row>
      {onEdit ? (
        <PlainButton onClick={onEdit}>
          {texts}
          <SharedIcon icon={Pencil} />
        </PlainButton>
      ) : (
        <div>{texts}</div>
      )}
    </li>
  );
}

interface RuleLine {
  readonly when: string;
  readonly how: string | null;
  readonly matches: string | null;
  readonly warning: string | null;
}

/** Returns a rule's text in its row. `matching` is how many monitors it matches now; undefined until known. */
function ruleLine(
  rule: AlertRule,
  monitors: Readonly<Record<number, string>>,
  matching: number | undefined,
  isSilent: boolean,
): RuleLine {
  const isLimited = rule.monitors.length > 0 || rule.tags.length > 0;
  return {
    ...alertRuleLine(rule, monitors),
    matches: isLimited && matching ? `Matches ${counted(matching, "monitor")}` : null,
    warning: isSilent ? SILENT : matching === 0 ? unmatchedWarning(rule) : null,
  };
}

const SILENT = "Another alert rule covers the same events, so this one never sends.";

/** Says that a rule matches no monitor. It never sends, unless an incident that people open has its tags. */
function unmatchedWarning({ event, event_settings: settings, monitors, tags }: AlertRule): string {
  const isForManual = event.startsWith("uptime.incident") && settings?.type !== "monitor";
  return isForManual && tags.length > 0 && monitors.length === 0
    ? "Matches no monitors now, only manual incidents with its tags."
    : "Matches no monitors now, so it never sends.";
}

/** Returns a function that deletes a rule, which can be undone. */
function useDelete(rules: readonly AlertRule[]): (id: number) => void {
  const restore = useSave(routes.createAlertRule);
  const drop = useSave(routes.deleteAlertRule, {
    done: "Alert rule deleted",
    undo: (_, input) => {
      const rule = rules.find(({ id }) => id === input.params?.alertRuleId);
      return rule !== undefined && (() => restore.mutate({ body: withoutIds(rule) }));
    },
  });
  return (alertRuleId) => drop.mutate({ params: { alertRuleId } });
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
