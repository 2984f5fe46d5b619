import { useContext, useRef } from "react";
import { useSaveAll } from "@/components/forms/use-save";
import { useToast } from "@/components/ui/overlays/toast";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { type RuleDraft, ruleBody } from "@/lib/presenters/alerting/rule-draft";
import { counted } from "@/lib/presenters/core/format";
import { present } from "@/lib/shared/assert";
import { AppForms } from "./app-forms";
import { type MoreRules, rulePairs } from "./more-rules";

/** Creates a rule for each event and integration. A retry after a failure leaves out those that exist. */
export function useCreateRules(integrations: readonly Integration[], onDone: () => void) {
  const apps = useContext(AppForms);
  const toast = useToast();
  const created = useRef(new Set<string>());
  const bodyOf = (draft: RuleDraft, pair: ReturnType<typeof rulePairs>[number]) => {
    const app = integrations.find(({ id }) => id === pair.integrationId)?.app;
    const form = present(apps.find(({ id }) => id === app) ?? apps[0], "the form of the app");
    // Message settings belong to one app and one event.
    const isMain = pair.event === draft.event && pair.integrationId === draft.integrationId;
    return ruleBody({ ...draft, ...pair, settings: isMain ? draft.settings : null }, form);
  };
  const run = async ({ draft, more }: { draft: RuleDraft; more: MoreRules }) => {
    const pairs = rulePairs(draft, more);
    for (const pair of pairs) {
      const body = bodyOf(draft, pair);
      const key = JSON.stringify(body);
      if (created.current.has(key)) continue;
      await request(routes.createAlertRule, { body });
      created.current.add(key);
    }
    return pairs.length;
  };
  return useSaveAll(run, (count) => {
    toast(count === 1 ? "Alert rule added" : `${counted(count, "alert rule")} added`);
    onDone();
  });
}
