import { expect, test } from "vitest";
import { pagesText } from "./shown-pages";

const PAGES = [
  { id: 1, name: "Shop", monitors: [1, 2] },
  { id: 2, name: "Internal", monitors: [1, 3] },
  { id: 3, name: "Partners", monitors: [1] },
];
const OPEN = { type: "monitor", recovery_at: null } as const;
const AT = "2026-11-21T07:00:00Z";

test.each([
  ["no page", { ...OPEN, monitors: [9] }, null],
  ["one page", { ...OPEN, monitors: [2] }, "Shop"],
  ["two pages by name", { ...OPEN, monitors: [2, 3] }, "Shop and Internal"],
  ["more pages by number", { ...OPEN, monitors: [1] }, "3 status pages"],
  ["every page without monitors", { ...OPEN, type: "manual", monitors: [] }, "3 status pages"],
  ["none for sure once its monitors may be deleted", { type: "manual", recovery_at: AT, monitors: [] }, null],
] as const)("an incident is on %s", (_, incident, text) => {
  expect(pagesText(incident, PAGES)).toBe(text);
});
