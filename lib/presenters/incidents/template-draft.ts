import type { Impact, IncidentState } from "@/lib/contract/incidents/states";
import { type FormTemplate, filledText } from "./update-templates";

/** The form fields that a template can fill in. Tags are typed text. */
export interface FilledFields {
  title: string;
  description: string;
  impact: Impact;
  tags: string;
  update_state: IncidentState;
  update_content: string;
}
export type FilledField = keyof FilledFields;

/** A form with a template: typed text takes precedence, and the template fills in the rest. */
export interface TemplateDraft {
  readonly template: FormTemplate | null;
  readonly typed: Partial<FilledFields>;
}
export const EMPTY_DRAFT: TemplateDraft = { template: null, typed: {} };

const WORDS: Record<FilledField, string> = {
  title: "the title",
  description: "the description",
  impact: "the impact",
  tags: "the tags",
  update_state: "the state",
  update_content: "the message",
};

/** Returns the template's text of each field, with the names of the affected monitors filled in. */
function fromTemplate(template: FormTemplate | null, names: readonly string[]): Partial<FilledFields> {
  if (!template) return {};
  const { title, description, impact, tags, update_state, update_content } = template;
  return {
    ...(title !== null && { title: filledText(title, names) }),
    ...(description !== null && { description }),
    ...(impact !== null && { impact }),
    ...(tags !== null && { tags: tags.join(", ") }),
    ...(update_state !== null && { update_state }),
    ...(update_content !== null && { update_content: filledText(update_content, names) }),
  };
}

/** Returns the values that the form shows. */
export function shownFields(
  { template, typed }: TemplateDraft,
  names: readonly string[],
  empty: FilledFields,
): FilledFields {
  return { ...empty, ...fromTemplate(template, names), ...typed };
}

/** Applies a template, or none with null. Keeps what the person typed, except for fields they emptied. */
export function withTemplate({ typed }: TemplateDraft, template: FormTemplate | null): TemplateDraft {
  const kept = Object.entries(typed).filter(([, value]) => value.trim() !== "");
  return { template, typed: Object.fromEntries(kept) };
}

/** Returns the fields of `among` whose typed text differs from the template's. */
export function keptFields(
  { template, typed }: TemplateDraft,
  names: readonly string[],
  among: readonly FilledField[],
): FilledField[] {
  const offered = fromTemplate(template, names);
  return among.filter(
    (field) => typed[field] !== undefined && offered[field] !== undefined && typed[field] !== offered[field],
  );
}

/** Replaces the typed text in these fields with the template's. */
export function withoutTyped(draft: TemplateDraft, fields: readonly FilledField[]): TemplateDraft {
  const typed = Object.entries(draft.typed).filter(([field]) => !fields.includes(field as FilledField));
  return { ...draft, typed: Object.fromEntries(typed) };
}

/** Returns `The title and the message`. */
export function fieldWords(fields: readonly FilledField[]): string {
  const text = new Intl.ListFormat("en").format(fields.map((field) => WORDS[field]));
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Splits typed tags at commas and spaces; null for none. */
export function tagsOf(text: string): string[] | null {
  const tags = text.split(/[\s,]+/).filter(Boolean);
  return tags.length > 0 ? tags : null;
}
