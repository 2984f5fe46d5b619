import { expect, test } from "vitest";
import { askAgainMs, Hearing } from "./hearing";

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

test("a waiting request asks again when the next peer would be late, and at the latest as usual", () => {
  const own = { id: 1, lateInMs: 100 };
  expect(askAgainMs(1, [own], 5000)).toBe(5000);
  expect(askAgainMs(1, [own, { id: 2, lateInMs: 7000 }], 5000)).toBe(5000);
  expect(askAgainMs(1, [own, { id: 2, lateInMs: 3000.5 }, { id: 3, lateInMs: 4000 }], 5000)).toBe(3021);
});

test("a waiting request doesn't ask again at once because of a peer that is late already", () => {
  for (const lateInMs of [0, -9000]) expect(askAgainMs(1, [{ id: 2, lateInMs }], 5000)).toBe(5000);
});
