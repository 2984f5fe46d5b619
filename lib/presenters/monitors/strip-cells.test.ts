import { expect, test } from "vitest";
import { stripCells, stripWords } from "./strip-cells";

const NOW = new Date("2026-01-02T11:30:00Z");
const HOURS = { from: "2026-01-02T09:00:00Z", up: [0, 3, 4], down: [2, 1, 0], p50: [null, 80, 80] };

test("a strip always has 24 hours, and hours without checks are empty", () => {
  const cells = stripCells({ ...HOURS, up: [0, 3], down: [2, 1], p50: [null, 80] }, NOW);
  expect(cells).toHaveLength(24);
  expect(cells[22]).toEqual({ at: "2026-01-02T10:00:00.000Z", up: 3, down: 1, p50: 80 });
  expect(cells[23]).toMatchObject({ up: 0, down: 0, p50: null });
  expect(cells[0]?.at).toBe("2026-01-01T12:00:00.000Z");
  expect(stripCells(undefined, NOW)[0]).toEqual({ ...cells[0], up: 0, down: 0, p50: null });
});

test("screen readers hear in how many of the 24 hours checks failed and in how many there were none", () => {
  expect(stripWords(stripCells(HOURS, NOW))).toBe("Last 24 hours: failures in 2, no data in 21");
});
