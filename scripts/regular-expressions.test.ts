import { readdirSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { expressionsIn, slowness } from "./regular-expressions";

/** All but `scripts`, which read only our own sources. */
const FOLDERS = ["app", "components", "lib", "server", "cli", "packages"];

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

// Takes tens of seconds of one core.
test("finds only linear-time regular expressions in the product", { timeout: 600_000 }, async () => {
  const found = [...FOLDERS.flatMap(sourcesIn), "server.ts"].flatMap(expressionsIn);
  expect(found.length).toBeGreaterThan(250);
  const problems: string[] = [];
  const known = new Map<string, string | null>();
  for (const { place, source, flags } of found) {
    const key = `/${source}/${flags}`;
    if (!known.has(key))
      known.set(key, source === null ? "built at runtime; use a literal" : slowness(source, flags));
    const why = known.get(key);
    if (why) problems.push(`${place} /${source}/${flags} is ${why}`);
    await setImmediate();
  }
  expect(problems).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter(
      (name) => /\.(?:tsx?|m?js)$/.test(name) && !/\.test\.tsx?$|node_modules|^lib\/testing\//.test(name),
    );
}
