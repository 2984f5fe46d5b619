import { expect, test } from "vitest";
import { verdictOf } from "./verdict";

const measure = { value: 1, unit: "ms p95", ok: false, noisy: false };

test("judges missed times only on a quiet machine", () => {
  for (const unit of ["ms p95", "s again", "µs per check", "results/s", "% of a core", "ms"])
    expect([unit, verdictOf({ ...measure, unit }, false), verdictOf({ ...measure, unit }, true)]).toEqual([
      unit,
      "busy",
      "MISSED",
    ]);
});

test("judges ratios, sizes and counts on any machine", () => {
  for (const unit of ["× raw Node", "MB resident", "lost", "missed or failed", "scripts"])
    expect([unit, verdictOf({ ...measure, unit }, false)]).toEqual([unit, "MISSED"]);
});

test("never counts what was not measured as met", () => {
  expect(verdictOf({ ...measure, ok: true, skipped: true }, true)).toBe("skipped");
  expect(verdictOf({ ...measure, ok: true }, false)).toBe("met");
});
