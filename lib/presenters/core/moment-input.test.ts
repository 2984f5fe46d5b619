import { expect, test } from "vitest";
import { inZone, isoOf, localInput, momentProblem, zoneWords } from "./moment-input";

test("reads a date in the time zone, in summer, in winter, and in the skipped hour", () => {
  expect(isoOf("2026-07-01T12:00", "Europe/Berlin")).toBe("2026-07-01T10:00:00Z");
  expect(isoOf("2026-01-01T12:00", "Europe/Berlin")).toBe("2026-01-01T11:00:00Z");
  expect(isoOf("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00Z");
  expect(isoOf("2026-07-01T12:00", "America/New_York")).toBe("2026-07-01T16:00:00Z");
  expect(localInput(new Date("2026-07-01T10:00:42Z"), "Europe/Berlin")).toBe("2026-07-01T12:00");
});

test("accepts an empty date and names the limits for one out of range", () => {
  const now = new Date("2026-07-01T10:00:00Z");
  expect(isoOf("", "UTC")).toBeNull();
  expect(momentProblem(null, now)).toBeNull();
  expect(momentProblem("2026-07-01T10:10:00Z", now)).toBeNull();
  expect(momentProblem("2026-07-01T10:11:00Z", now)).toContain("at most 10 minutes ahead");
});

test("names a time zone with its offset on that day", () => {
  expect(zoneWords("Europe/Berlin", new Date("2026-07-01T10:00:00Z"))).toBe("Europe/Berlin, UTC+2");
  expect(zoneWords("Europe/Berlin", new Date("2026-01-01T10:00:00Z"))).toBe("Europe/Berlin, UTC+1");
  expect(zoneWords("UTC", new Date("2026-01-01T10:00:00Z"))).toBe("UTC");
});

test("shows dates in an error as the field shows them", () => {
  const text = momentProblem("2026-07-01T12:00:00Z", new Date("2026-07-01T10:00:00.123Z")) ?? "";
  expect(inZone(text, "Asia/Kolkata")).toBe(
    "The date must be within the last year and at most 10 minutes ahead (Jun 30, 2025, 15:30 to Jul 1, 2026, 15:40); got Jul 1, 2026, 17:30.",
  );
});
