import { InvalidArgumentError } from "commander";
import type * as z from "zod";

/** The option's value by its schema; an error that names the option, what is allowed and what was given. */
export function parseOption<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => issue.message).join("; ");
  throw new Error(`${name}: ${reasons} (given: ${String(value)})`);
}

/** An id on the command line. */
export function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError(`${name}: allowed is a whole number from 1, given was ${value}.`);
}
