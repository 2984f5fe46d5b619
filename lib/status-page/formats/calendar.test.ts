import { RRuleTemporal } from "rrule-temporal";
import { expect, test } from "vitest";
import { occurrences } from "@/lib/domain/maintenance/recurrence";
import { HOUR_MS } from "@/lib/shared/durations";
import type { PageModel, PublicRecurrence, PublicWindow } from "@/lib/status-page/model/model";
import { pageFixture } from "@/lib/testing/pages/page-fixture";
import { calendar } from "./calendar";
import { zoneLines } from "./calendar-zone";

const firstStart = new Date("2026-10-06T00:00:00Z"); // Tuesday, 02:00 in Berlin

const nightly: PublicRecurrence = {
  id: 7,
  title: "Restart; nightly",
  description: null,
  rule: "FREQ=WEEKLY;BYDAY=TU",
  timeZone: "Europe/Berlin",
  firstStart,
  durationMs: HOUR_MS,
  endedBefore: null,
  plannedUntil: new Date("2026-12-22T00:00:00Z"),
  kept: [],
  createdAt: firstStart,
  changedAt: firstStart,
};
const starts = occurrences(nightly, firstStart, nightly.plannedUntil);

function page(change: Partial<PublicRecurrence> = {}, windows: readonly PublicWindow[] = []): PageModel {
  const model = pageFixture({ monitors: 1, past: 0, open: false, grouped: false });
  return { ...model, recurrences: [{ ...nightly, kept: starts, ...change }], windows };
}

const unfolded = (model: PageModel) => calendar(model).replace(/\r\n /g, "").split("\r\n");
const line = (lines: string[], name: string) => lines.find((each) => each.startsWith(name)) ?? "";

function windowAt(start: Date, change: Partial<PublicWindow> = {}): PublicWindow {
  return {
    id: 1,
    title: nightly.title,
    description: null,
    state: "scheduled",
    startsAt: start,
    endsAt: new Date(start.getTime() + HOUR_MS),
    createdAt: start,
    changedAt: start,
    affected: [],
    affectedIds: [],
    recurrenceId: nightly.id,
    recursAt: start,
    ...change,
  };
}

test("a recurrence is one event, and another RRULE library finds the same starts", () => {
  const lines = unfolded(
    page(
      {},
      starts.map((start) => windowAt(start)),
    ),
  );
  expect(lines.filter((each) => each === "BEGIN:VEVENT")).toHaveLength(1);
  expect(line(lines, "DTSTART;")).toBe("DTSTART;TZID=Europe/Berlin:20261006T020000");
  expect(line(lines, "DTEND;")).toBe("DTEND;TZID=Europe/Berlin:20261006T030000");
  expect(line(lines, "SUMMARY")).toBe("SUMMARY:Restart\\; nightly");
  const program = new RRuleTemporal({ rruleString: `${line(lines, "DTSTART;")}\n${line(lines, "RRULE")}` });
  const theirs = program
    .between(firstStart, nightly.plannedUntil, true)
    .map((each) => each.epochMilliseconds);
  expect(theirs).toEqual(starts.map(Number));
  // Both sides of the end of summer time: 02:00 there is 00:00 and then 01:00 in UTC.
  expect(new Set(starts.map((start) => start.getUTCHours()))).toEqual(new Set([0, 1]));
});

test("leaves out removed starts and lists a changed one as its own event with the same UID", () => {
  const [first, second, third] = starts as [Date, Date, Date];
  const moved = windowAt(third, {
    id: 3,
    startsAt: new Date(third.getTime() + HOUR_MS),
    endsAt: new Date(third.getTime() + 3 * HOUR_MS),
  });
  const kept = starts.filter((start) => start !== second);
  const lines = unfolded(page({ kept }, [windowAt(first), moved]));
  expect(lines).toContain("EXDATE;TZID=Europe/Berlin:20261013T020000");
  expect(lines).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20261020T020000");
  expect(lines).toContain("DTSTART:20261020T010000Z");
  const ids = lines.filter((each) => each.startsWith("UID"));
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test("an ended recurrence has an UNTIL that overrides its own end", () => {
  const lines = unfolded(
    page({ rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=50", endedBefore: new Date("2026-11-03T01:00:00Z") }),
  );
  expect(line(lines, "RRULE")).toBe("RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261027T010000Z");
});

test("converts a local UNTIL to UTC, as RFC 5545 requires with a time zone", () => {
  const lines = unfolded(page({ rule: "FREQ=WEEKLY;UNTIL=20261231" }));
  expect(line(lines, "RRULE")).toBe("RRULE:FREQ=WEEKLY;UNTIL=20261231T225959Z");
});

test("lists every clock change of the time zone", () => {
  const lines = zoneLines("Europe/Berlin", new Date("2026-01-01"), new Date("2027-01-01")).join("\n");
  expect(lines).toContain(
    "BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT",
  );
  expect(lines).toContain(
    "BEGIN:STANDARD\nDTSTART:20261025T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD",
  );
  expect(zoneLines("UTC", new Date("2026-01-01"), new Date("2027-01-01"))).toEqual([]);
});

test("a calendar without events still has a component, as clients require", () => {
  const empty = unfolded(pageFixture({ monitors: 1, past: 0, open: false, grouped: false }));
  expect(empty).toContain("BEGIN:VTIMEZONE");
  expect(unfolded(page())).not.toContain("TZID:UTC");
});

test("no line is longer than 75 octets and every line ends with CRLF", () => {
  const text = calendar(page({ title: "Ä".repeat(100) }));
  for (const each of text.split("\r\n")) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(75);
  expect(text.replace(/\r\n/g, "")).not.toMatch(/[\r\n]/);
});

test("texts can't inject lines into the calendar", () => {
  const hostile = "Works\rBEGIN:VEVENT\r\nA\nB\u0085C\u2028D\u0000\u0007\u001b\u009f\u202e\tE";
  const lines = unfolded(page({ title: hostile, description: hostile }));
  const escaped = "Works\\nBEGIN:VEVENT\\nA\\nB\\nC\\nD\tE";
  expect(line(lines, "SUMMARY:")).toBe(`SUMMARY:${escaped}`);
  expect(line(lines, "DESCRIPTION:")).toBe(`DESCRIPTION:${escaped}`);
  expect(calendar(page({ title: hostile })).replaceAll("\r\n", "")).not.toMatch(/[^\P{Cc}\t]/u);
});
