import { expect, test } from "vitest";
import { responseTimes } from "./response-times";

const RANGE = { hours: 24, from: 0, to: 7_200_000, stepMs: 1_800_000 };
const row = (region: string, at: number | null, up: number, ms: number | null) => ({
  region,
  at: at === null ? null : new Date(at),
  up,
  down: 0,
  inconclusive: 0,
  p50_us: ms === null ? null : ms * 1000,
  p75_us: null,
  p95_us: ms === null ? null : ms * 2000,
  p99_us: null,
});

test("regions count by their successful checks", () => {
  const { points } = responseTimes([row("eu", 0, 3, 100), row("us", 0, 1, 300)], RANGE);
  expect(points).toEqual([{ at: 0, medianMs: 150, p95Ms: 300 }]);
});

test("a step without a successful check has no point, and points are in order", () => {
  const rows = [row("eu", 3_600_000, 2, 20), row("eu", 0, 0, null), row("eu", 1_800_000, 2, 10)];
  expect(responseTimes(rows, RANGE).points.map(({ at }) => at)).toEqual([1_800_000, 3_600_000]);
});

test("the whole range has its own figures, or none", () => {
  expect(responseTimes([row("eu", 0, 1, 10), row("eu", null, 9, 40)], RANGE).overall).toEqual({
    medianMs: 40,
    p95Ms: 80,
  });
  expect(responseTimes([], RANGE).overall).toBeNull();
});
