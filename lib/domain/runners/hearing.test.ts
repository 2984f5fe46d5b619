import { expect, test } from "vitest";
import { Hearing } from "./hearing";

/** Returns a hearing that got reports at these seconds. */
const heardAt = (...seconds: number[]) => {
  const hearing = new Hearing();
  for (const second of seconds) hearing.heard(second * 1000);
  return hearing;
};

test("calls no runner late before it has heard reports for as long as a late one is silent", () => {
  expect(heardAt(0, 5, 10).isSteady(11_999)).toBe(false);
  expect(heardAt(0, 5, 10).isSteady(12_000)).toBe(true);
  expect(new Hearing().isSteady(1_000_000)).toBe(false);
});

test("starts over after a gap in which no runner was heard", () => {
  const outage = heardAt(0, 5, 10, 15, 40);
  expect(outage.isSteady(40_001)).toBe(false);
  expect(heardAt(0, 5, 10, 15, 40, 45, 50).isSteady(52_000)).toBe(true);
});

test("calls no runner late while none is heard", () => {
  expect(heardAt(0, 5, 10, 15).isSteady(23_000)).toBe(true);
  expect(heardAt(0, 5, 10, 15).isSteady(23_001)).toBe(false);
});
