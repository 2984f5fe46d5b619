import type * as z from "zod";
import { fieldName, wording } from "@/lib/contract/core/wording";

/** Parses an option with its schema. Throws an error that names the option, the rule, and the value. */
export function parseOption<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((issue) => reason(name, issue)).join(" "));
}

function reason(name: string, { path, message }: z.core.$ZodIssue): string {
  const field = `${fieldName(path)} `;
  return message.startsWith(field) ? `${name} ${message.slice(field.length)}` : `${name}: ${message}`;
}

/** Parses a positive integer. */
export function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${name} must be a positive integer; got ${value}`);
}
