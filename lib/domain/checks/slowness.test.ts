import { expect, test } from "vitest";
import { slownessOf } from "./slowness";

const times = (slow: number, fast: number) => [...Array(slow).fill(900), ...Array(fast).fill(100)];
const RULE = { thresholdMs: 800, sharePercent: 50 };

test.each([
  [5, 5, false, true],
  [4, 6, false, false],
  // Around the share, it stays what it was.
  [4, 6, true, true],
  [3, 7, true, true],
  [2, 8, true, false],
  [0, 10, true, false],
  // Too few to judge.
  [4, 0, false, false],
  [0, 4, true, true],
  [5, 0, false, true],
])(
  "with %i slow and %i fast checks, a monitor that was degraded (last: %s) is: %s",
  (slow, fast, was, is) => {
    expect(slownessOf(times(slow, fast), RULE, was).degraded).toBe(is);
  },
);

test("says how many were slow", () => {
  expect(slownessOf(times(6, 4), RULE, false).reason).toBe(
    "6 of the last 10 successful checks took longer than 800 ms",
  );
});
