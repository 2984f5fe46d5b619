import { expect, test } from "vitest";
import { stripCells } from "./strip-cells";

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
