import type * as z from "zod";
import { type FieldErrors, invalid } from "./errors";
import { dotted, wording } from "./wording";

/** Parses with a schema or throws the 422. */
export function parseWhole<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return parsed.data;
  throw invalid(fieldErrors(parsed.error));
}

/** Issues by dotted field name. Of a union's forms the one that came closest speaks. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, text } of error.issues.flatMap((issue) => texts(issue, []))) {
    const known = errors[field] ?? [];
    if (!known.includes(text)) errors[field] = [...known, text];
  }
  return errors;
}

interface FieldText {
  readonly field: string;
  readonly text: string;
}

function texts(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): FieldText[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    const closest = closestForm(issue.errors);
    if (closest) return closest.flatMap((inner) => texts(inner, path));
  }
  return [{ field: dotted(path), text: named(issue.message, issue.path, path) }];
}

const OF_ANOTHER_KIND: readonly string[] = ["invalid_type", "invalid_value"];

/** Returns the form of a union that takes this kind of value and has the fewest issues; null when no form takes the kind. */
function closestForm(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | null {
  const ofKind = forms.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || !OF_ANOTHER_KIND.includes(code)),
  );
  return ofKind.sort((a, b) => a.length - b.length)[0] ?? null;
}

/** Puts the whole name into the text of a union's form, which names the field from the union on. */
function named(text: string, own: readonly PropertyKey[], whole: readonly PropertyKey[]): string {
  if (own.length === whole.length) return text;
  const short = dotted(own) || "body";
  if (text.startsWith(`${short} `)) return dotted(whole) + text.slice(short.length);
  return text.replace(`The ${short} field`, `The ${dotted(whole)} field`);
}
