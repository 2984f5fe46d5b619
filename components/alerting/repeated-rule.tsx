"use client";
import { useQuery } from "@tanstack/react-query";
import { Notice } from "@/components/ui/notice";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import {
  alertRuleSentence,
  type RuleNames,
  repeatedRule,
} from "@/lib/presenters/alerting/alert-rule-sentence";

/** Warns before saving that an equivalent alert rule exists, because only one of the two would ever send. */
export function RepeatedRule({
  body,
  ownId,
  names,
}: {
  body: Required<CreateAlertRule>;
  ownId: number | null;
  names: RuleNames;
}) {
  const rules = useQuery(queryAll(routes.listAlertRules));
  const known = repeatedRule(rules.data?.data ?? [], body, ownId);
  return (
    <div aria-live="polite">
      {known && (
        <Notice tone="warn">
          This duplicates an alert rule: “{alertRuleSentence(known, names)}” {names.integration} gets each
          event only once, from the rule with the shorter rate limit or, if equal, the older one.
        </Notice>
      )}
    </div>
  );
}
