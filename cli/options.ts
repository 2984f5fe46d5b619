import type * as z from "zod";

/** Parses an option with its schema. Throws an error that names the option, the rule, and the value. */
export function parseOption<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => issue.message).join("; ");
  throw new Error(`${name}: ${reasons} (got ${String(value)})`);
}

/** Parses a positive integer. */
export function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${name} must be a positive integer; got ${value}`);
}
