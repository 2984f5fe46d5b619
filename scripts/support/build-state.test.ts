import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { sourcesHash } = await import(new URL("./build-state.mjs", import.meta.url).href);
const { checkNode } = await import(new URL("./install.mjs", import.meta.url).href);

test("hashes the sources the same each time, so that a second start builds nothing", () => {
  expect(sourcesHash()).toBe(sourcesHash());
});

test("accepts the same lowest Node.js version as package.json", () => {
  expect(JSON.parse(readFileSync("package.json", "utf8")).engines.node).toBe(">=20.20");
  expect(() => checkNode()).not.toThrow();
});

test("locks a version of every required package, including other platforms", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const names = new Set(Object.keys(packages).map((where) => where.split("node_modules/").at(-1)));
  const missing = Object.values<{ optionalDependencies?: Record<string, string> }>(packages).flatMap(
    (entry) => Object.keys(entry.optionalDependencies ?? {}).filter((name) => !names.has(name)),
  );
  expect(missing).toEqual([]);
});
