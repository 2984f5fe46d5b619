import { expect, test, vi } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { killAt } from "./kills";
import { POINTS, QUICK_POINTS } from "./points";

// Twelve processes start, one after another.
vi.setConfig({ testTimeout: 600_000 });
useDatabase();

test("gives each of 42 points its own name", () => {
  expect(new Set(POINTS.map(({ name, app }) => `${name} ${app}`)).size).toBe(42);
});

test("loses nothing and repeats at most once, with the same ID, when a worker is killed between event and mark", async () => {
  const outcomes = await killAt(QUICK_POINTS);
  expect(outcomes).toHaveLength(QUICK_POINTS.length);
  for (const { point, arrivals, sameId } of outcomes) {
    expect([1, 2], point.name).toContain(arrivals);
    expect(sameId, point.name).toBe(true);
  }
  const repeated = outcomes.filter(({ arrivals }) => arrivals === 2).map(({ point }) => point.name);
  // Killed between the arrival and its record: a repeat is the price of losing nothing.
  expect(repeated).toContain("attempt before insert (undone)");
  expect(repeated).toContain("delivered commit (undone)");
});
