import * as z from "zod";

/** One form of a value whose schema depends on another record (an app, a protocol), as JSON Schema for the document. */
export type Form = Record<string, unknown>;

/** Writes out an object schema as it is sent. */
export function formOf(schema: z.ZodObject): Form {
  const {
    $schema,
    "~standard": _,
    ...form
  } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    unrepresentable: "any",
  }) as Form;
  return form;
}
