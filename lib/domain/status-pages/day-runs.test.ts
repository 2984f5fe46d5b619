import { expect, test } from "vitest";
import { dayRuns } from "./day-runs";

test("joins only successive days in the same state, in their order", () => {
  const days = ["empty", "operational", "operational", "major_outage", "operational"] as const;
  expect(dayRuns(days.map((state) => ({ state })))).toEqual([
    { state: "empty", days: 1 },
    { state: "operational", days: 2 },
    { state: "major_outage", days: 1 },
    { state: "operational", days: 1 },
  ]);
  expect(dayRuns([])).toEqual([]);
});
