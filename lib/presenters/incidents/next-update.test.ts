import { expect, test } from "vitest";
import { isUpdateOverdue, NEXT_UPDATE_OPTIONS, nextUpdateAt } from "./next-update";

const AT = new Date("2026-03-01T10:00:00Z");

test("promises the next update some minutes after this one", () => {
  expect(nextUpdateAt("", AT)).toBeNull();
  expect(nextUpdateAt("30", AT)).toBe("2026-03-01T10:30:00.000Z");
  expect(NEXT_UPDATE_OPTIONS.map(({ label }) => label)).toContain("In 30 min");
});

test("calls an update overdue once its time has passed", () => {
  expect(isUpdateOverdue("2026-03-01T09:59:59Z", AT)).toBe(true);
  expect(isUpdateOverdue("2026-03-01T10:30:00Z", AT)).toBe(false);
  expect(isUpdateOverdue(null, AT)).toBe(false);
});
