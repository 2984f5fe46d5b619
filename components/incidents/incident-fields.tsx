"use client";
import { SelectField, TextareaField, TextField } from "@/components/forms/fields";
import { Options } from "@/components/ui/input";
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
    <TextField
      label="Title"
      help={help}
      error={errors.title}
      value={shown.title}
      placeholder="Checkout is slow"
      onChange={(title) => onChange({ title })}
    />
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
    <TextField
      label="Public title"
      help="What visitors see instead of the private title. Leave empty for a neutral one."
      error={error}
      value={value}
      onChange={onChange}
    />
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
    <SelectField
      label="Impact"
      error={error}
      value={value ?? ""}
      onChange={(text) => onChange((text || null) as Impact | null)}
    >
      {open && <option value="">{open}</option>}
      <Options of={IMPACT_LIST} option={(each) => [each, STATE_LOOKS[each].word]} />
    </SelectField>
  );
}

/** Renders the private description and the tags. */
export function NoteFields({ shown, errors, onChange }: Props<Texts>) {
  return (
    <>
      <TextareaField
        label="Description"
        optional
        help="Only your team can see it."
        error={errors.description}
        value={shown.description}
        onChange={(description) => onChange({ description })}
      />
      <TextField
        label="Tags"
        optional
        help="Separate tags with commas, for example: production, team:web"
        error={errors.tags ?? errors["tags.0"]}
        value={shown.tags}
        autoCapitalize="none"
        onChange={(tags) => onChange({ tags })}
      />
    </>
  );
}
