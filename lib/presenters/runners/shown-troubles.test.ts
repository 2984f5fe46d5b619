import { expect, test } from "vitest";
import { shownTroubles } from "./shown-troubles";

const server = (line: string) => ({ line, isOfRunners: false, id: null });
const runner = (line: string) => ({ line, isOfRunners: true, id: line });

test("shows every server problem first, then as many of runners as fit two lines, and counts the others", () => {
  const all = [runner("a"), server("disk"), runner("b"), runner("c"), server("clock"), runner("d")];
  const { shown, more } = shownTroubles(all);
  expect(shown.map(({ line }) => line)).toEqual(["disk", "clock", "a"]);
  expect(more).toBe(3);
  expect(shownTroubles([runner("a"), runner("b"), runner("c")])).toMatchObject({
    shown: { length: 2 },
    more: 1,
  });
});
