import { expect, test } from "vitest";
import { ratioOf, verdictOf } from "./verdict";

const measure = { value: 1, unit: "ms p95", ok: false, noisy: false };

test("judges missed times, and ratios to another run, only on a quiet machine", () => {
  for (const unit of ["ms p95", "s again", "µs per check", "results/s", "% of a core", "ms", "× nominal"])
    expect([unit, verdictOf({ ...measure, unit }, false), verdictOf({ ...measure, unit }, true)]).toEqual([
      unit,
      "unclear",
      "MISSED",
    ]);
});

test("judges ratios measured in turns, sizes, and counts on any machine", () => {
  for (const unit of ["× raw Node", "MB resident", "lost", "missed or failed", "scripts"])
    expect([unit, verdictOf({ ...measure, unit }, false)]).toEqual([unit, "MISSED"]);
});

test("leaves a miss unclear if rounds disagree about it", () => {
  const atMost = (goal: number) => (ratio: number) => ratio <= goal;
  const clear = ratioOf([0.7, 0.75, 0.72], atMost(0.65));
  expect(clear).toEqual({ value: 0.72, ok: false, noisy: false });
  expect(verdictOf({ ...clear, unit: "× fetch" }, true)).toBe("MISSED");
  const mixed = ratioOf([0.7, 0.6, 0.72], atMost(0.65));
  expect(mixed).toEqual({ value: 0.7, ok: false, noisy: true });
  expect(verdictOf({ ...mixed, unit: "× fetch" }, true)).toBe("unclear");
});

test("never counts a goal as met that was not measured", () => {
  expect(verdictOf({ ...measure, ok: true, skipped: true }, true)).toBe("skipped");
  expect(verdictOf({ ...measure, ok: true }, false)).toBe("met");
});
