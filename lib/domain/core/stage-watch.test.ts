import { expect, test } from "vitest";
import { checksStand, clockStands, tellingStands, unservedWords } from "./stage-watch";

const DAY_S = 86_400;

test("reports missing checks after three of the shortest intervals plus a minute", () => {
  expect(checksStand(150, 30, DAY_S)).toBeNull();
  expect(checksStand(151, 30, DAY_S)).toBe(
    "No check results have arrived for 3 min, although the shortest interval is 30 s.",
  );
  expect(checksStand(3 * 3600 + 60, 3600, DAY_S)).toBeNull();
});

test("reports nothing without monitors or right after a start", () => {
  expect(checksStand(null, null, DAY_S)).toBeNull();
  expect(checksStand(DAY_S, 30, 150)).toBeNull();
  expect(checksStand(DAY_S, 30, 200)).toContain("for 3 min");
});

test("reports the per-minute jobs when they are three minutes late", () => {
  expect([clockStands(null), clockStands(-30), clockStands(180)]).toEqual([null, null, null]);
  expect(clockStands(600)).toContain("have been stopped for 10 min");
});

test("reports overdue notifications", () => {
  expect(tellingStands(0)).toBeNull();
  expect(tellingStands(1)).toContain("more than 5 min");
});

test("names unserved regions by city, and unknown ones by code", () => {
  expect(unservedWords([])).toBeNull();
  expect(unservedWords(["as-jpn-hnd", "eu-deu-fra", "xx-new"])).toBe(
    "No runner serves Tokyo, Frankfurt and xx-new, so monitors aren't checked from those regions.",
  );
});
