import { expect, test } from "vitest";
import { hourGrid, levelOf, monthGrids, monthsRange, startOfDay } from "./availability-grid";

const ZONE = "Europe/Berlin";
const cell = (at: string, downtime = 0, change: object = {}) => ({
  at,
  availability: 100 - downtime / 36,
  downtime,
  coverage: 100,
  ...change,
});

test("without checks a cell has no data, unless an incident covers it", () => {
  const levels = [
    cell("2026-03-01T00:00:00Z"),
    cell("2026-03-01T00:00:00Z", 60),
    cell("2026-03-01T00:00:00Z", 900),
    cell("2026-03-01T00:00:00Z", 3600, { coverage: 0 }),
    cell("2026-03-01T00:00:00Z", 0, { coverage: 0 }),
    cell("2026-03-01T00:00:00Z", 0, { availability: null, coverage: null }),
  ].map(levelOf);
  expect(levels).toEqual(["up", "some", "much", "down", "none", "none"]);
});

test("hours are in the row of their local day, newest first, and an hour that occurs twice shows the worse", () => {
  const grid = hourGrid(
    [
      cell("2026-10-24T22:00:00Z"),
      cell("2026-10-25T00:00:00Z", 900),
      cell("2026-10-25T01:00:00Z"),
      cell("2026-10-25T23:00:00Z"),
    ],
    ZONE,
  );
  expect(grid.rows.map(({ label }) => label)).toEqual(["Mon, Oct 26", "Sun, Oct 25"]);
  const sunday = grid.rows[1]?.cells ?? [];
  expect(sunday[0]?.text).toBe("Sun, Oct 25, 00:00: 100%");
  expect(sunday[2]?.text).toBe("Sun, Oct 25, 02:00: 75.00%, 15 min down");
  expect(sunday[3]).toBeNull();
});

test("days are under their weekday, Monday first", () => {
  const [march, april] = monthGrids([cell("2026-03-30T22:00:00Z"), cell("2026-03-31T22:00:00Z")], ZONE);
  expect([march?.title, april?.title]).toEqual(["March 2026", "April 2026"]);
  expect(march?.rows.at(-1)?.cells.map((day) => day?.label)).toEqual([
    undefined,
    "31",
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(april?.rows[0]?.cells.map((day) => day?.label)).toEqual([
    undefined,
    undefined,
    "1",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("windows start at local midnights", () => {
  const now = Date.parse("2026-03-31T12:00:00Z");
  expect(startOfDay(now, 13, ZONE).toISOString()).toBe("2026-03-17T23:00:00.000Z");
  const range = monthsRange(now, 3, 0, ZONE);
  expect([range.from, range.to].map((at) => at.toISOString())).toEqual([
    "2025-12-31T23:00:00.000Z",
    "2026-03-31T22:00:00.000Z",
  ]);
});
