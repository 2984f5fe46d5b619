import { expect, test } from "vitest";
import { duration, roughDuration } from "./wording";

test.each([
  [-1, "0 s"],
  [0, "0 s"],
  [59.6, "1 min"],
  [61, "1 min 1 s"],
  [209, "3 min 29 s"],
  [7500, "2 h 5 min"],
  [3 * 86_400 + 59, "3 d"],
])("formats %d seconds in the two largest units", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("leaves out the seconds from ten minutes", () => {
  expect([599, 600, 749].map(duration)).toEqual(["9 min 59 s", "10 min", "12 min"]);
});

test("says how long ago something was in one unit, rounded down", () => {
  expect([0, 59, 119, 7199, 7200].map(roughDuration)).toEqual(["0 s", "59 s", "1 min", "1 h", "2 h"]);
});

test("leaves out hours from 100 days, and groups thousands", () => {
  const day = 86_400;
  expect([99.5, 100.5, 149_999.9].map((days) => duration(days * day))).toEqual([
    "99 d 12 h",
    "100 d",
    "149,999 d",
  ]);
});
