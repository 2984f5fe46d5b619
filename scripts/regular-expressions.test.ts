import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expressionsOfProduct, literalOf, provenExpressions } from "./linear-expressions";
import { slowness } from "./regular-expressions";

/** How many of the proofs that take long are repeated in each run. All of them took 30 s of CPU. */
const REPEATED = 2;

test.each([
  ["exponential", /^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/i],
  ["exponential", /^(?:a+)+$/],
  ["exponential", /^(a|a){0,50}$/],
  ["2nd degree polynomial", /[.\s]+$/],
  ["2nd degree polynomial", /\w{1,400}@/],
  ["2nd degree polynomial", /(?<=time=)\d+,|\d+ ms$/],
  ["2nd degree polynomial", /^[|)]\||[.\s]+$/],
  ["3rd degree polynomial", /(a)|(b+)\2$/],
])("finds an expression that is %s: %s", (words, { source, flags }) => {
  expect(slowness(source, flags)).toContain(words);
});

test.each([
  [/^\s*([a-z_]+)\.([a-z_]+)\s*$/],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#)]+/gi],
  [/[^a-z0-9]+/g],
  [/<!--[\s\S]*?(?:-->|$)|<b\b[\s\S]*?(?:<\/b|$)/g],
])("accepts the linear %s", ({ source, flags }) => {
  expect(slowness(source, flags)).toBeNull();
});

test("finds only linear-time regular expressions in the product", { timeout: 600_000 }, async () => {
  const proven = provenExpressions();
  expect(proven, "proofs of another checker: run npx tsx scripts/linear-expressions.ts").not.toEqual([]);
  const found = expressionsOfProduct();
  expect(found.length).toBeGreaterThan(250);
  const problems: string[] = [];
  const known = new Map<string, string | null>(proven.map((literal) => [literal, null]));
  for (const literal of fc.sample(fc.constantFrom(...proven), REPEATED)) known.delete(literal);
  for (const each of found) {
    const { place, source, flags } = each;
    const key = literalOf(each);
    if (!known.has(key))
      known.set(key, source === null ? "built at runtime; use a literal" : slowness(source, flags));
    const why = known.get(key);
    if (why) problems.push(`${place} ${key} is ${why}`);
    await setImmediate();
  }
  expect(problems).toEqual([]);
});
