"use client";
import { useQuery } from "@tanstack/react-query";
import { Notice } from "@/components/ui/notice";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { ruleReads } from "@/lib/client/rule-reads";
import type { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import {
  alertRuleSentence,
  type RuleNames,
  repeatedRule,
} from "@/lib/presenters/alerting/alert-rule-sentence";

/** Says before saving that a rule about the same exists: only one of the two would ever send. */
export function RepeatedRule({
  body,
  ownId,
  names,
}: {
  body: Required<CreateAlertRule>;
  ownId: number | null;
  names: RuleNames;
}) {
  const rules = useQuery(query(routes.listAlertRules, ruleReads));
  const known = repeatedRule(rules.data?.data ?? [], body, ownId);
  return (
    <div aria-live="polite">
      {known && (
        <Notice tone="warn">
          This repeats a rule: “{alertRuleSentence(known, names)}” {names.integration} is told of an event
          once: by the one that may tell more often, else by the older one. The other never sends.
        </Notice>
      )}
    </div>
  );
}
