import type * as z from "zod";
import { type FieldErrors, invalid } from "./errors";

/** Parses with a schema or throws the 422. For values that are put together by a service, not sent as they are. */
export function parseWhole<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(fieldErrors(parsed.error));
}

/** Issues by dotted field name. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join(".");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}
