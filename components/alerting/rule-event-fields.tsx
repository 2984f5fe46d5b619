import { useViewer } from "@/components/shell/viewer-context";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import { type EventKey, hasTypeFilter } from "@/lib/presenters/alerting/integration-words";
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
        <Field label="Scope" error={errors.scope} className="sm:col-span-2">
          {(control) => (
            <Select
              {...control}
              value={draft.scope}
              onChange={({ target }) => onChange({ scope: target.value as RuleDraft["scope"] })}
            >
              <option value="project">This project</option>
              <option value="organization">Every project</option>
            </Select>
          )}
        </Field>
      )}
      <Field label="When" error={errors.event}>
        {(control) => (
          <Select
            {...control}
            value={draft.event}
            onChange={(event) => onChange({ event: event.target.value as EventKey, settings: null })}
          >
            {Object.entries(EVENT_WORDS).map(([key, { clause }]) => (
              <option key={key} value={key}>
                {clause}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
        <Field label="Which incidents" error={errors["event_settings.type"]}>
          {(control) => (
            <Select
              {...control}
              value={draft.type}
              onChange={(event) => onChange({ type: event.target.value as RuleDraft["type"] })}
            >
              {INCIDENT_TYPES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
