import { expect, test } from "vitest";
import { stripCells, stripWords } from "./strip-cells";

test("a strip always has 24 hours, and hours without checks are empty", () => {
  const cells = stripCells(
    [{ at: "2026-01-02T10:00:00Z", up: 3, down: 1, p50: 80 }],
    new Date("2026-01-02T11:30:00Z"),
  );
  expect(cells).toHaveLength(24);
  expect(cells[22]).toMatchObject({ up: 3, down: 1 });
  expect(cells[23]).toMatchObject({ up: 0, down: 0, p50: null });
  expect(cells[0]?.at).toBe("2026-01-01T12:00:00.000Z");
});

test("screen readers hear in how many of the 24 hours checks failed and in how many there were none", () => {
  const hours = [
    { at: "2026-01-02T09:00:00Z", up: 0, down: 2, p50: null },
    { at: "2026-01-02T10:00:00Z", up: 3, down: 1, p50: 80 },
    { at: "2026-01-02T11:00:00Z", up: 4, down: 0, p50: 80 },
  ];
  expect(stripWords({ hours: stripCells(hours, new Date("2026-01-02T11:30:00Z")) })).toBe(
    "Last 24 hours: failures in 2, no data in 21",
  );
});
