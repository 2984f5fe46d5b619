"use client";
import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import type { Impact } from "@/lib/contract/incidents/states";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import type { FilledFields } from "@/lib/presenters/incidents/template-draft";
import { IMPACT_LIST } from "./impact-select";

type Texts = Pick<FilledFields, "title" | "description" | "tags">;

interface Props<Shown extends Texts> {
  shown: Shown;
  errors: Record<string, string>;
  onChange: (change: Partial<Texts>) => void;
}

export function TitleField({
  shown,
  errors,
  help = "Becomes public with the first update.",
  onChange,
}: Props<Texts> & { help?: string }) {
  return (
    <Field label="Title" help={help} error={errors.title}>
      {(control) => (
        <Input
          {...control}
          value={shown.title}
          onChange={(event) => onChange({ title: event.target.value })}
          placeholder="Checkout is slow"
        />
      )}
    </Field>
  );
}

/** Renders the title of an incident whose own one is private. */
export function PublicTitleField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field
      label="Public title"
      help="What visitors see instead of the private title. Leave empty for a neutral one."
      error={error}
    >
      {(control) => <Input {...control} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

export function ImpactField({
  value,
  error,
  open,
  onChange,
}: {
  value: Impact | null;
  error: string | undefined;
  /** The label of the empty option, where no impact is allowed. */
  open?: string;
  onChange: (value: Impact | null) => void;
}) {
  return (
    <Field label="Impact" error={error}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          onChange={(event) => onChange((event.target.value || null) as Impact | null)}
        >
          {open && <option value="">{open}</option>}
          {IMPACT_LIST.map((each) => (
            <option key={each} value={each}>
              {STATE_LOOKS[each].word}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Renders the private description and the tags. */
export function NoteFields({ shown, errors, onChange }: Props<Texts>) {
  return (
    <>
      <Field label="Description" optional help="Only your team can see it." error={errors.description}>
        {(control) => (
          <Textarea
            {...control}
            value={shown.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Tags"
        optional
        help="Separate tags with commas, for example: production, team:web"
        error={errors.tags ?? errors["tags.0"]}
      >
        {(control) => (
          <Input
            {...control}
            value={shown.tags}
            autoCapitalize="none"
            onChange={(event) => onChange({ tags: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
