import * as z from "zod";
import { type FieldErrors, invalid } from "./errors";
import { dotted, fieldName, wording } from "./wording";

/** Parses a value with a schema, or throws a 422. */
export function parseWhole<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return parsed.data;
  throw invalid({ ...fieldErrors(parsed.error), ...commonErrors(schema, value) });
}

/**
 * Returns the errors of the fields that a union's members have in common. A union whose discriminator is wrong reports only that one,
 * and callers want to know everything at once.
 */
function commonErrors(schema: z.ZodType, value: unknown): FieldErrors {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || typeof value !== "object" || value === null) return {};
  const { discriminator } = schema.def;
  const given = value as Record<string, unknown>;
  const shapes = schema.options.flatMap((option) => (option instanceof z.ZodObject ? [option.shape] : []));
  if (shapes.some((shape) => shape[discriminator].safeParse(given[discriminator]).success)) return {};
  const [first = {}, ...others] = shapes;
  const common = Object.entries<z.ZodType>(first).filter(
    ([name, field]) =>
      name !== discriminator &&
      others.every((shape) => shape[name] === field || (name in shape && given[name] === undefined)),
  );
  const parsed = z.object(Object.fromEntries(common)).safeParse(given, { error: wording });
  return parsed.success ? {} : fieldErrors(parsed.error);
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
