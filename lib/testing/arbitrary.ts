import fc from "fast-check";
import * as z from "zod";

/** Texts that break careless code: bidi, zero width, combining, astral, controls, and injections in several languages. */
export const NAUGHTY: readonly string[] = [
  "",
  " ",
  "undefined",
  "null",
  "NaN",
  "1e309",
  "__proto__",
  "constructor",
  "\u202eabc",
  "a\u200bb",
  "Z\u0351\u036b\u0343\u036a\u0302",
  "\u{1F469}\u200d\u{1F680}\u{1F3FD}",
  "田中さんにあげて下さい",
  "مُنَاقَشَةُ سُبُلِ",
  "\u0000",
  "a\u0007b",
  "\ud800",
  "\ufeffbom",
  "' OR 1=1 --",
  "'; drop table monitors; --",
  "<script>alert(1)</script>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is input for a template engine
  "{{7*7}}${7*7}<%= 7*7 %>#{7*7}",
  "../../../etc/passwd",
  "%00%0a%n%s",
  "$(touch /tmp/x)`id`",
  "a\r\nSet-Cookie: x=1",
  "ﬁ ﬂ ℌ ﷽",
  "é", // decomposed and composed forms
  "é",
  "x".repeat(300),
  "\u{1F600}".repeat(130),
];

const anything = fc.oneof(
  fc.constantFrom(...NAUGHTY),
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.array(fc.oneof(fc.integer(), fc.string(), fc.constant(null)), { maxLength: 4 }),
  fc.constant(Number.MAX_SAFE_INTEGER),
  fc.constant(-1),
  fc.constant({ __proto__: null, toString: 1 }),
);

/**
 * Returns values for a schema: mostly of its shape, with parts occasionally replaced by anything. Some are valid; the schema decides
 * which.
 */
export function valuesFor(schema: z.ZodType, depth = 0): fc.Arbitrary<unknown> {
  const fitting = depth > 6 ? anything : shaped(schema, depth);
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: anything });
}

function shaped(schema: z.ZodType, depth: number): fc.Arbitrary<unknown> {
  const example = examplesOf(schema);
  const plain = plainFor(schema, depth);
  return example.length === 0
    ? plain
    : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...example) }, { weight: 1, arbitrary: plain });
}

function examplesOf(schema: z.ZodType): unknown[] {
  const meta = schema.meta();
  return Array.isArray(meta?.examples) ? meta.examples : [];
}

function plainFor(schema: z.ZodType, depth: number): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fc.oneof(fc.constant(undefined), valuesFor(schema.unwrap() as z.ZodType, depth));
  if (schema instanceof z.ZodNullable)
    return fc.oneof(fc.constant(null), valuesFor(schema.unwrap() as z.ZodType, depth));
  if (schema instanceof z.ZodPipe) return valuesFor(schema.in as z.ZodType, depth);
  if (schema instanceof z.ZodObject) return objectFor(schema, depth);
  if (schema instanceof z.ZodArray)
    return fc.array(valuesFor(schema.element as z.ZodType, depth + 1), { minLength: 0, maxLength: 4 });
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((option) => valuesFor(option as z.ZodType, depth)));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.oneof(fc.integer({ min: -2, max: 70 }), fc.constant(1));
  if (schema instanceof z.ZodString) return textFor();
  return anything;
}

function textFor(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...NAUGHTY),
    fc.string({ maxLength: 60 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom(
      "2026-11-21T12:00:00Z",
      "2026-11-21T12:00:00+02:00",
      "https://example.com/",
      "example.com",
      "443",
    ),
  );
}

function objectFor(schema: z.ZodObject, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const model = Object.fromEntries(fields.map(([name, field]) => [name, valuesFor(field, depth + 1)]));
  return fc
    .record({ ...model, unknown_field: anything, __extra: fc.constant(undefined) }, { noNullPrototype: true })
    .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}
