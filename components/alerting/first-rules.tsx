"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/overlays/toast";
import { makeFirstRules } from "@/lib/client/first-rules";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { firstRulesSentence } from "@/lib/presenters/alerting/alert-rule-sentence";
import { ruleSettings } from "@/lib/presenters/alerting/app-form";

/** The maximum number of integrations to suggest rules for. */
const OFFERED = 5;

/** Says that no alerts are sent without alert rules, and adds the two most common rules with one click. */
export function FirstRules({
  integrations,
  mayAdd,
}: {
  integrations: readonly Integration[];
  mayAdd: boolean;
}) {
  const cache = useQueryClient();
  const toast = useToast();
  const make = useMutation({
    mutationFn: async ({ id, app }: Integration) => {
      const form = (await import("@/lib/client/app-forms")).appForm(app);
      await makeFirstRules(id, (event) => ruleSettings(form, event, null));
    },
    onSuccess: () => toast("Alert rules added"),
    onError: (error) => toast(error.message, { tone: "failed" }),
    // One of the two may have been created before the other failed.
    onSettled: () => cache.invalidateQueries(),
  });
  return (
    <div>
      <p className="px-4 pt-4 pb-3 text-muted">
        No alert rules yet, so no alerts are sent.{mayAdd && " Suggested rules:"}
      </p>
      {mayAdd && (
        <ul className="border-t border-line">
          {integrations.slice(0, OFFERED).map((integration) => (
            <li
              key={integration.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0"
            >
              <p className="min-w-0 flex-1 basis-64 break-words">{firstRulesSentence(integration.name)}</p>
              <Button
                size="sm"
                variant="primary"
                aria-label={`Add rules: ${firstRulesSentence(integration.name)}`}
                busy={make.isPending && make.variables.id === integration.id}
                disabled={make.isPending}
                onClick={() => make.mutate(integration)}
              >
                <Plus /> Add rules
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
