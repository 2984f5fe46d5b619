import { expect, test } from "vitest";
import { nextReminderAt } from "./reminders";

const START = new Date("2026-11-22T12:00:00Z");
const next = (now: string) => nextReminderAt(START, new Date(now))?.toISOString() ?? null;

test("reminds a day and an hour before the start", () => {
  expect(next("2026-11-01T00:00:00Z")).toBe("2026-11-21T12:00:00.000Z");
  expect(next("2026-11-21T12:00:00Z")).toBe("2026-11-22T11:00:00.000Z");
});

test("does not remind of a start that was set later than that", () => {
  expect(next("2026-11-21T12:00:01Z")).toBe("2026-11-22T11:00:00.000Z");
  expect(next("2026-11-22T11:00:00Z")).toBeNull();
  expect(next("2026-11-23T00:00:00Z")).toBeNull();
});
