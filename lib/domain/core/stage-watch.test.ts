import { expect, test } from "vitest";
import { checksProblem, clockProblem, notificationsProblem, unservedProblem } from "./stage-watch";

const DAY_S = 86_400;

test("reports missing checks after three of the shortest intervals plus a minute", () => {
  expect(checksProblem(150, 30, DAY_S)).toBeNull();
  expect(checksProblem(151, 30, DAY_S)).toBe(
    "No check results have arrived for 3 min, although the shortest interval is 30 s.",
  );
  expect(checksProblem(3 * 3600 + 60, 3600, DAY_S)).toBeNull();
});

test("reports nothing without monitors or right after a start", () => {
  expect(checksProblem(null, null, DAY_S)).toBeNull();
  expect(checksProblem(DAY_S, 30, 150)).toBeNull();
  expect(checksProblem(DAY_S, 30, 200)).toContain("for 3 min");
});

test("reports the per-minute jobs when they are three minutes late", () => {
  expect([clockProblem(null, []), clockProblem(-30, []), clockProblem(75, [])]).toEqual([null, null, null]);
  expect(clockProblem(90, [])).toContain("have been stalled for 90 s");
  expect(clockProblem(null, ["job worker"])).toContain("job worker stopped over a minute ago");
});

test("reports overdue notifications", () => {
  expect(notificationsProblem(false)).toBeNull();
  expect(notificationsProblem(true)).toContain("more than 5 min");
});

test("names unserved regions by city, and unknown ones by code", () => {
  expect(unservedProblem([])).toBeNull();
  expect(unservedProblem(["as-jpn-hnd", "eu-deu-fra", "xx-new"])).toBe(
    "No runner serves Tokyo, Frankfurt, and xx-new, so monitors aren't checked from those regions.",
  );
});
