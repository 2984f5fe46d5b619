import * as z from "zod";

/** A JSON Schema variant of a value whose schema depends on another record, such as an app or a protocol. */
export type Form = Record<string, unknown>;

/** The JSON Schema of an object. */
export interface ObjectForm extends Form {
  readonly properties: Readonly<Record<string, Form>>;
  readonly required?: string[];
}

/** Returns the JSON Schema of an object as it is sent. */
export function formOf(schema: z.ZodObject): ObjectForm {
  const {
    $schema,
    "~standard": _,
    ...form
  } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    unrepresentable: "any",
  }) as ObjectForm;
  return form;
}
