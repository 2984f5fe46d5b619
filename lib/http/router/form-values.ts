import * as z from "zod";
import { type FormTree, listOf } from "./multipart";

type Node = FormTree | string | undefined;

/**
 * Converts form text to the types of the schema: `1` and `true` to booleans, digits to numbers, indexes to arrays, one
 * comma-separated string to an array of strings, and an empty string to null. Other text stays as it is, for the schema to reject.
 */
export function formValues(schema: z.ZodType, node: Node): unknown {
  if (node === undefined) return undefined;
  const { inner, isNullable } = unwrap(schema);
  if (node === "" && isNullable) return null;
  if (inner instanceof z.ZodObject) return objectValues(inner, node);
  if (inner instanceof z.ZodArray) return arrayValues(inner.element as z.ZodType, node);
  if (inner instanceof z.ZodUnion) return unionValues(inner, node);
  if (typeof node !== "string") return node;
  if (inner instanceof z.ZodBoolean) return { "1": true, true: true, "0": false, false: false }[node] ?? node;
  if (inner instanceof z.ZodNumber) return asNumber(node);
  if (inner instanceof z.ZodLiteral) return literalOf(inner, node);
  return node;
}

function unwrap(schema: z.ZodType): { inner: z.ZodType; isNullable: boolean } {
  let inner = schema;
  let isNullable = false;
  for (;;) {
    if (inner instanceof z.ZodNullable) isNullable = true;
    if (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)
      inner = inner.unwrap() as z.ZodType;
    else if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType;
    else return { inner, isNullable };
  }
}

function asNumber(text: string): number | string {
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

function literalOf(schema: z.ZodLiteral, text: string): unknown {
  return [...schema.values].find((value) => String(value) === text) ?? text;
}

function objectValues(schema: z.ZodObject, node: FormTree | string): unknown {
  if (typeof node === "string") return node;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return Object.fromEntries(
    fields
      .filter(([name]) => node[name] !== undefined)
      .map(([name, field]) => [name, formValues(field, node[name])]),
  );
}

function arrayValues(element: z.ZodType, node: FormTree | string): unknown {
  if (typeof node === "string")
    return node
      .split(",")
      .map((text) => text.trim())
      .filter(Boolean);
  const items = listOf(node);
  return items ? items.map((item) => formValues(element, item)) : node;
}

/** Converts the value for the first union member that accepts the result, otherwise for the first member. */
function unionValues(schema: z.ZodUnion, node: FormTree | string): unknown {
  const readings = schema.options.map((option) => {
    const value = formValues(option as z.ZodType, node);
    return { value, fits: (option as z.ZodType).safeParse(value).success };
  });
  // `false` is also a valid string, so the literal is tried first.
  const literal = schema.options.find((option) => option instanceof z.ZodLiteral && option.value === false);
  if (literal && node === "false") return false;
  return (readings.find((reading) => reading.fits) ?? readings[byTag(schema, node)] ?? readings[0])?.value;
}

/** Selects the union member by its discriminator when none fits, because its errors are the helpful ones. */
function byTag(schema: z.ZodUnion, node: FormTree | string): number {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || typeof node === "string") return 0;
  const tag = node[schema.def.discriminator];
  return schema.options.findIndex((option) => {
    const { inner } = unwrap(option as z.ZodType);
    const field: unknown = inner instanceof z.ZodObject ? inner.shape[schema.def.discriminator] : null;
    return field instanceof z.ZodLiteral && field.value === tag;
  });
}
