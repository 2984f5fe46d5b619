import { expect, test } from "vitest";
import { checksStand, clockStands, tellingStands, unservedWords } from "./stage-watch";

const DAY_S = 86_400;

test("checks stand after three of the shortest intervals and a minute, not before", () => {
  expect(checksStand(150, 30, DAY_S)).toBeNull();
  expect(checksStand(151, 30, DAY_S)).toBe(
    "No check results have arrived for 3 min, although the shortest interval is 30 s.",
  );
  expect(checksStand(3 * 3600 + 60, 3600, DAY_S)).toBeNull();
});

test("nothing stands while there is nothing to check, nor right after a start", () => {
  expect(checksStand(null, null, DAY_S)).toBeNull();
  expect(checksStand(DAY_S, 30, 150)).toBeNull();
  expect(checksStand(DAY_S, 30, 200)).toContain("for 3 min");
});

test("the work of the minute stands when it is three minutes late", () => {
  expect([clockStands(null), clockStands(-30), clockStands(180)]).toEqual([null, null, null]);
  expect(clockStands(600)).toContain("have been stopped for 10 min");
});

test("alerts that are overdue are told", () => {
  expect(tellingStands(0)).toBeNull();
  expect(tellingStands(1)).toContain("more than 5 min");
});

test("regions that nobody serves are named by their cities; an unknown code stands for itself", () => {
  expect(unservedWords([])).toBeNull();
  expect(unservedWords(["as-jpn-hnd", "eu-deu-fra", "xx-new"])).toBe(
    "No runner serves Tokyo, Frankfurt and xx-new, so monitors aren't checked from those regions.",
  );
});
