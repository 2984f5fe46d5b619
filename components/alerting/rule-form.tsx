"use client";

import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { SelectField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { TagsField } from "@/components/forms/tags-field";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { useSave, useSaveAll } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Options } from "@/components/ui/input";
import { useToast } from "@/components/ui/overlays/toast";
import { appForm } from "@/lib/client/app-forms";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { RATE_LIMITS_MINUTES } from "@/lib/contract/alerting/rule-limits";
import { alertRuleSentence } from "@/lib/presenters/alerting/alert-rule-sentence";
import { rateWords } from "@/lib/presenters/alerting/integration-words";
import { type RuleDraft, ruleBody, ruleDraft, tagsOf } from "@/lib/presenters/alerting/rule-draft";
import { counted } from "@/lib/presenters/core/format";
import { MoreRuleFields, type MoreRules, rulePairs, rulesButton, UnusedTags } from "./more-rules";
import { RepeatedRule } from "./repeated-rule";
import { RuleEventFields } from "./rule-event-fields";
import { RuleMessageFields } from "./rule-message-fields";

export interface RuleProps {
  onClose: () => void;
  integrations: readonly Integration[];
  rule?: AlertRule | undefined;
  /** Deletes the edited rule. */
  onDelete?: ((rule: AlertRule) => void) | undefined;
  /** The monitors that a new rule is limited to at first. */
  monitors?: readonly number[] | undefined;
}

/** Edits an alert rule and reads it back as one sentence. */
export function RuleForm({ onClose, integrations, rule, onDelete, monitors = [] }: RuleProps) {
  const [draft, setDraft] = useState(() => {
    const initial = ruleDraft(rule, integrations[0]?.id ?? 0);
    return rule ? initial : { ...initial, monitors: [...monitors] };
  });
  const [tagLine, setTagLine] = useState(draft.tags.join(", "));
  const change = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const chosen = integrations.find(({ id }) => id === draft.integrationId);
  const form = appForm(chosen?.app);
  const [more, setMore] = useState<MoreRules>({ events: [], integrationIds: [] });
  const create = useCreateRules(integrations, onClose);
  const update = useSave(routes.updateAlertRule, { fields: true, done: "Alert rule saved", onDone: onClose });
  const { errors, isPending } = rule ? update : create;
  const body = ruleBody(draft, form);
  const names = { integration: chosen?.name ?? "an integration", monitors: useMonitorNames(draft.monitors) };
  const submit = () => {
    if (rule) update.mutate({ params: { alertRuleId: rule.id }, body });
    else create.mutate({ draft, more });
  };
  return (
    <Form onSubmit={submit}>
      <RuleEventFields draft={draft} errors={errors} onChange={change} />
      <MonitorPicker
        label="Only for these monitors"
        help="Leave empty to include every monitor."
        chosen={draft.monitors}
        error={firstOf(errors, "monitors")}
        onChange={(monitors) => change({ monitors })}
      />
      <TagsField
        label="Only with these tags"
        error={firstOf(errors, "tags")}
        help="Separate tags with commas. A monitor needs at least one of them."
        value={tagLine}
        onChange={(text) => {
          setTagLine(text);
          change({ tags: tagsOf(text) });
        }}
      />
      <UnusedTags tags={draft.tags} />
      <NotifyFields draft={draft} integrations={integrations} errors={errors} onChange={change} />
      {!rule && <MoreRuleFields draft={draft} integrations={integrations} more={more} onChange={setMore} />}
      <RuleMessageFields draft={draft} form={form} errors={errors} onChange={change} />
      <RepeatedRule body={body} ownId={rule?.id ?? null} names={names} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="min-w-0 flex-1 basis-64 text-muted" aria-live="polite">
          {alertRuleSentence(body, names)}
        </p>
        {rule && onDelete && (
          <Button variant="quiet" onClick={() => onDelete(rule)}>
            <Trash2 /> Delete alert rule
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isPending}>
          {rule ? "Save alert rule" : rulesButton(draft, more)}
        </Button>
      </div>
    </Form>
  );
}

function NotifyFields({
  draft,
  integrations,
  errors,
  onChange,
}: {
  draft: RuleDraft;
  integrations: readonly Integration[];
  errors: Record<string, string>;
  onChange: (part: Partial<RuleDraft>) => void;
}) {
  const isElsewhere = !integrations.some(({ id }) => id === draft.integrationId);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Notify"
        error={errors.integration_id}
        value={draft.integrationId}
        onChange={(integrationId) => onChange({ integrationId, settings: null })}
      >
        {isElsewhere && <option value={draft.integrationId}>An integration in another project</option>}
        <Options of={integrations} option={({ id, name }) => [id, name]} />
      </SelectField>
      <SelectField
        label="How often"
        error={errors.rate_limit}
        value={draft.rate}
        onChange={(rate) => onChange({ rate })}
      >
        <Options of={RATE_LIMITS_MINUTES} option={(minutes) => [minutes, rateWords(minutes)]} />
      </SelectField>
    </div>
  );
}

/** Returns the error of a list field, or of its first invalid item. */
function firstOf(errors: Record<string, string>, field: string): string | undefined {
  return errors[field] ?? Object.entries(errors).find(([key]) => key.startsWith(`${field}.`))?.[1];
}

/** Creates a rule for each event and integration. A retry after a failure leaves out those that exist. */
function useCreateRules(integrations: readonly Integration[], onDone: () => void) {
  const toast = useToast();
  const created = useRef(new Set<string>());
  const bodyOf = (draft: RuleDraft, pair: ReturnType<typeof rulePairs>[number]) => {
    const app = integrations.find(({ id }) => id === pair.integrationId)?.app;
    // Message settings belong to one app and one event.
    const isMain = pair.event === draft.event && pair.integrationId === draft.integrationId;
    return ruleBody({ ...draft, ...pair, settings: isMain ? draft.settings : null }, appForm(app));
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
