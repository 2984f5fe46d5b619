import { SelectField } from "@/components/forms/fields";
import { useViewer } from "@/components/page/viewer-context";
import { Field } from "@/components/ui/field";
import { Input, Options } from "@/components/ui/input";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import { hasTypeFilter } from "@/lib/presenters/alerting/integration-words";
import { INCIDENT_TYPES, type RuleDraft } from "@/lib/presenters/alerting/rule-draft";

/** Selects the event and, depending on it, the incident type or the days before a certificate expires. */
export function RuleEventFields({
  draft,
  errors,
  onChange,
}: {
  draft: RuleDraft;
  errors: Record<string, string>;
  onChange: (part: Partial<RuleDraft>) => void;
}) {
  const hasOthers = (useViewer()?.projects.length ?? 0) > 1;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(hasOthers || draft.scope === "organization") && (
        <SelectField
          label="Scope"
          error={errors.scope}
          className="sm:col-span-2"
          value={draft.scope}
          onChange={(scope) => onChange({ scope })}
        >
          <option value="project">This project</option>
          <option value="organization">Every project</option>
        </SelectField>
      )}
      <SelectField
        label="When"
        error={errors.event}
        value={draft.event}
        onChange={(event) => onChange({ event, settings: null })}
      >
        <Options of={Object.entries(EVENT_WORDS)} option={([key, { clause }]) => [key, clause]} />
      </SelectField>
      {draft.event === "uptime.monitor_certificate.expiring" && (
        <Field label="Days before expiry" error={errors["event_settings.days_before_expiry"]} help="1 to 60">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={60}
              value={draft.days}
              onChange={(event) => onChange({ days: Number(event.target.value) })}
            />
          )}
        </Field>
      )}
      {hasTypeFilter(draft.event) && (
        <SelectField
          label="Which incidents"
          error={errors["event_settings.type"]}
          value={draft.type}
          onChange={(type) => onChange({ type })}
        >
          <Options of={INCIDENT_TYPES} option={({ value, label }) => [value, label]} />
        </SelectField>
      )}
    </div>
  );
}
