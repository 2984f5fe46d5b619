import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import type { IntegrationApp } from "@/lib/presenters/alerting/integration-apps";
import { messageSettings, prioritiesOf, type RuleDraft } from "@/lib/presenters/alerting/rule-draft";

const REPEATS = [
  { name: "retry", label: "Repeat every (seconds)", min: 30, max: 86_400 },
  { name: "expire", label: "Give up after (seconds)", min: 30, max: 10_800 },
] as const;

/** Edits the message options that the app supports: priority, emergency repeats or a webhook's body. */
export function RuleMessageFields({
  draft,
  app,
  errors,
  onChange,
}: {
  draft: RuleDraft;
  app: IntegrationApp;
  errors: Record<string, string>;
  onChange: (part: Partial<RuleDraft>) => void;
}) {
  const settings = messageSettings(draft, app);
  const put = (part: Record<string, unknown>) => onChange({ settings: { ...settings, ...part } });
  const priorities = prioritiesOf(app);
  return (
    <>
      {priorities.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Priority" error={errors["integration_settings.priority"]}>
            {(control) => (
              <Select
                {...control}
                value={String(settings?.priority ?? "")}
                onChange={(event) => put({ priority: event.target.value })}
              >
                {priorities.map((priority) => (
                  <option key={priority} value={priority}>
                    {priority}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {settings?.priority === "emergency" &&
            REPEATS.map(({ name, label, min, max }) => (
              <Field key={name} label={label} error={errors[`integration_settings.${name}`]}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={min}
                    max={max}
                    value={Number(settings[name])}
                    onChange={(event) => put({ [name]: Number(event.target.value) })}
                  />
                )}
              </Field>
            ))}
        </div>
      )}
      {typeof settings?.schema === "string" && (
        <Field
          label="Body"
          help="JSON with placeholders such as {{ entity.field }}. A value that is only a placeholder keeps its JSON type."
          error={errors["integration_settings.schema"]}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={10}
              className="font-mono text-[13px]!"
              value={String(settings.schema)}
              onChange={(event) => put({ schema: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
