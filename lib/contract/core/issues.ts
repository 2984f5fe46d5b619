import type * as z from "zod";
import { type FieldErrors, invalid } from "./errors";
import { dotted, fieldName, wording } from "./wording";

/** Parses a value with a schema, or throws a 422. */
export function parseWhole<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return parsed.data;
  throw invalid(fieldErrors(parsed.error));
}

/** Returns the error texts by dotted field name. For a union, the closest member supplies the texts. */
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

/** Returns the issues of the union member that accepts this type of value with the fewest issues; null when none accepts it. */
function closestForm(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | null {
  const ofKind = forms.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || !OF_ANOTHER_KIND.includes(code)),
  );
  return ofKind.sort((a, b) => a.length - b.length)[0] ?? null;
}

/** Replaces the path relative to the union, which starts the text, with the whole path. */
function named(text: string, own: readonly PropertyKey[], whole: readonly PropertyKey[]): string {
  if (own.length === whole.length) return text;
  const short = fieldName(own);
  return text.startsWith(`${short} `) ? dotted(whole) + text.slice(short.length) : text;
}
