import { expect, test } from "vitest";
import { combinedPercentile, meanMs } from "./response-time";

test("rounds the mean of the known response times", () => {
  expect(meanMs([80, 81, null])).toBe(81);
  expect(meanMs([null])).toBeNull();
});

test("weights a percentile by successful checks and ignores parts without any", () => {
  const parts = [
    { up: 30, value: 100 },
    { up: 10, value: 200 },
    { up: 0, value: 9000 },
    { up: 5, value: null },
  ];
  expect(combinedPercentile(parts)).toBe(125);
  expect(combinedPercentile([])).toBeNull();
});
