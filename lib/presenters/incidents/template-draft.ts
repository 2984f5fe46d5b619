import type { Impact, IncidentState } from "@/lib/contract/incidents/states";
import { type FormTemplate, filledText } from "./update-templates";

/** What a template can fill in, as the form holds it: tags as typed text. */
export interface FilledFields {
  title: string;
  description: string;
  impact: Impact;
  tags: string;
  update_state: IncidentState;
  update_content: string;
}
export type FilledField = keyof FilledFields;

/** A form that a template fills in behind what the person wrote: their words win, the template stands where they wrote nothing. */
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

/** What the template says of each field, with the names of the affected monitors. */
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

/** What the form shows. */
export function shownFields(
  { template, typed }: TemplateDraft,
  names: readonly string[],
  empty: FilledFields,
): FilledFields {
  return { ...empty, ...fromTemplate(template, names), ...typed };
}

/** A template is chosen (null: none any more). What the person wrote stays; a field they emptied is open again. */
export function withTemplate({ typed }: TemplateDraft, template: FormTemplate | null): TemplateDraft {
  const kept = Object.entries(typed).filter(([, value]) => value.trim() !== "");
  return { template, typed: Object.fromEntries(kept) };
}

/** Of `among`, the fields that stayed as the person wrote them although the template says something else. */
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

/** The template takes the place of what the person wrote in these fields. */
export function withoutTyped(draft: TemplateDraft, fields: readonly FilledField[]): TemplateDraft {
  const typed = Object.entries(draft.typed).filter(([field]) => !fields.includes(field as FilledField));
  return { ...draft, typed: Object.fromEntries(typed) };
}

/** `the title and the message`, with a capital. */
export function fieldWords(fields: readonly FilledField[]): string {
  const text = new Intl.ListFormat("en").format(fields.map((field) => WORDS[field]));
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Tags as they are typed, separated by commas or blanks; null for none. */
export function tagsOf(text: string): string[] | null {
  const tags = text.split(/[\s,]+/).filter(Boolean);
  return tags.length > 0 ? tags : null;
}
