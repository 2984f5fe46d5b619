import { Field } from "@/components/ui/field";
import { Input, Options, Select, Textarea } from "@/components/ui/input";
import { type AppForm, type RuleField, ruleSettings } from "@/lib/presenters/alerting/app-form";
import type { RuleDraft } from "@/lib/presenters/alerting/rule-draft";

/** Edits the message settings that the app's rules have. */
export function RuleMessageFields({
  draft,
  form,
  errors,
  onChange,
}: {
  draft: RuleDraft;
  form: AppForm;
  errors: Record<string, string>;
  onChange: (part: Partial<RuleDraft>) => void;
}) {
  const settings = ruleSettings(form, draft.event, draft.settings) ?? {};
  const shown = form.ruleFields.filter(({ name }) => name in settings);
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {shown.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          help={field.help}
          error={errors[`integration_settings.${field.name}`]}
          className={field.control.kind === "text" ? "sm:col-span-3" : ""}
        >
          {(control) => (
            <RuleInput
              field={field}
              control={control}
              value={settings[field.name]}
              onChange={(value) => onChange({ settings: { ...settings, [field.name]: value } })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function RuleInput({
  field: { control: kind },
  control,
  value,
  onChange,
}: {
  field: RuleField;
  control: { id: string };
  value: unknown;
  onChange: (value: string | number) => void;
}) {
  switch (kind.kind) {
    case "choice":
      return (
        <Select {...control} value={String(value)} onChange={(event) => onChange(event.target.value)}>
          <Options of={kind.options} option={(option) => [option, option]} />
        </Select>
      );
    case "number":
      return (
        <Input
          {...control}
          type="number"
          min={kind.min}
          max={kind.max}
          value={Number(value)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      );
    case "text":
      return (
        <Textarea
          {...control}
          rows={10}
          className="font-mono text-[13px]!"
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
