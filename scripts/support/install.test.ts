import { expect, test } from "vitest";

const { matchesLock } = await import(new URL("./install.mjs", import.meta.url).href);

const WANTED = {
  "": {},
  "node_modules/next": { version: "16.4.6" },
  "node_modules/postgres-darwin": { version: "18.0.0", optional: true },
  "node_modules/vitest": { version: "4.1.12", dev: true },
};
const NEXT = { "node_modules/next": { version: "16.4.6" } };

test("a start needs neither the packages for tests nor those of other platforms", () => {
  expect(matchesLock(WANTED, NEXT, false)).toBe(true);
  expect(matchesLock(WANTED, {}, false)).toBe(false);
});

test("the tests also need their packages", () => {
  expect(matchesLock(WANTED, NEXT, true)).toBe(false);
  expect(matchesLock(WANTED, { ...NEXT, "node_modules/vitest": { version: "4.1.12" } }, true)).toBe(true);
});

test("an installed package of another version doesn't count", () => {
  expect(matchesLock(WANTED, { "node_modules/next": { version: "16.4.5" } }, false)).toBe(false);
});
