import { expect, test } from "vitest";
import { shownTroubles } from "./shown-troubles";

const server = (line: string) => ({ line, isOfRunners: false, id: null });
const runner = (line: string) => ({ line, isOfRunners: true, id: line });

test("shows every server problem first, two of runners, and counts the others", () => {
  const all = [runner("a"), server("disk"), runner("b"), runner("c"), server("clock"), runner("d")];
  const { shown, more } = shownTroubles(all);
  expect(shown.map(({ line }) => line)).toEqual(["disk", "clock", "a", "b"]);
  expect(more).toBe(2);
});
