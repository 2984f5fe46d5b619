import { expect, test, vi } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { killAt } from "@/lib/testing/kills/kills";
import { POINTS, QUICK_POINTS } from "@/lib/testing/kills/points";

// Nine processes start, one after another, or 42 with KILL_POINTS=all.
vi.setConfig({ testTimeout: 600_000 });
useDatabase();

test("gives each of 42 points its own name", () => {
  expect(new Set(POINTS.map(({ name, app }) => `${name} ${app}`)).size).toBe(42);
});

// Citus has no triggers on distributed tables.
test.skipIf(await isOnCitus())(
  "loses nothing and repeats at most once, with the same ID, when a worker is killed between event and mark",
  async () => {
    const points = process.env.KILL_POINTS === "all" ? POINTS : QUICK_POINTS;
    const outcomes = await killAt(points);
    expect(outcomes).toHaveLength(points.length);
    for (const { point, arrivals, sameId } of outcomes) {
      expect([1, 2], point.name).toContain(arrivals);
      expect(sameId, point.name).toBe(true);
    }
    const repeated = outcomes.filter(({ arrivals }) => arrivals === 2).map(({ point }) => point.name);
    // Killed between the arrival and its record: a repeat is the price of losing nothing.
    expect(repeated).toContain("attempt before insert (undone)");
    expect(repeated).toContain("delivered commit (undone)");
  },
);
