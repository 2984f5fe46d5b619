import { expect, test } from "vitest";
import * as z from "zod";
import { shaper } from "./shape";

const Cat = z.object({ kind: z.literal("cat"), name: z.string() });
const Dog = z.object({ kind: z.literal("dog"), tail: z.object({ long: z.boolean() }).nullable() });

test.each([
  ["an object", z.object({ a: z.string() }), { a: "x", secret: "s" }, { a: "x" }],
  [
    "nested ones",
    z.object({ a: z.object({ b: z.number() }) }),
    { a: { b: 1, secret: "s" } },
    { a: { b: 1 } },
  ],
  ["a list", z.array(z.object({ a: z.string() })), [{ a: "x", secret: "s" }], [{ a: "x" }]],
  ["null", z.object({ a: z.object({}).nullable() }), { a: null }, { a: null }],
  ["optional", z.object({ a: z.object({ b: z.string() }).optional() }), {}, {}],
  [
    "a record",
    z.record(z.string(), z.object({ a: z.string() })),
    { k: { a: "x", secret: "s" } },
    { k: { a: "x" } },
  ],
  [
    "a form",
    z.discriminatedUnion("kind", [Cat, Dog]),
    { kind: "dog", tail: { long: true, secret: 1 }, name: "s" },
    { kind: "dog", tail: { long: true } },
  ],
  ["an unknown form", z.discriminatedUnion("kind", [Cat, Dog]), { kind: "cow", secret: "s" }, {}],
  ["a plain union", z.union([Cat, Dog]), { kind: "cat", name: "x", tail: 1 }, { kind: "cat", name: "x" }],
  ["a member or a string", z.union([z.string(), Cat]), "x", "x"],
  [
    "a form or null",
    z.union([Cat, z.null()]),
    { kind: "cat", name: "x", secret: 1 },
    { kind: "cat", name: "x" },
  ],
  [
    "a transformed value",
    z.object({ a: z.string().transform((text) => text) }),
    { a: "x", b: 1 },
    { a: "x" },
  ],
  ["dates that break a limit", z.object({ a: z.string().max(1) }), { a: "xyz" }, { a: "xyz" }],
])("returns only declared fields: %s", (_, schema, value, expected) => {
  expect(shaper(schema as z.ZodType)(value)).toEqual(expected);
});

test("schemas can reference themselves", () => {
  interface Tree {
    name: string;
    children: Tree[];
  }
  const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree) }));
  const value = { name: "a", secret: 1, children: [{ name: "b", secret: 2, children: [] }] };
  expect(shaper(Tree)(value)).toEqual({ name: "a", children: [{ name: "b", children: [] }] });
});
