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

export function TitleField({ shown, errors, onChange }: Props<Texts>) {
  return (
    <Field label="Title" help="Public once an update is published." error={errors.title}>
      {(control) => (
        <Input
          {...control}
          value={shown.title}
          onChange={(event) => onChange({ title: event.target.value })}
          placeholder="Checkout answers slowly"
        />
      )}
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
  /** What stands for no choice, where there may be none. */
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

/** Private text and tags. */
export function NoteFields({ shown, errors, onChange }: Props<Texts>) {
  return (
    <>
      <Field label="Description" optional help="Private: for your team." error={errors.description}>
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
        help="Separated by commas, for example production, team:web."
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
