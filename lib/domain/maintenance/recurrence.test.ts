import { describe, expect, test } from "vitest";
import { wallOf } from "@/lib/domain/core/zone";
import { HOUR_MS } from "@/lib/shared/durations";
import { nextOccurrence, occurrences } from "./recurrence";
import { ruleProblem } from "./recurrence-rule";

const starts = (rule: string, timeZone: string, first: string, from: string, to: string) =>
  occurrences({ rule, timeZone, firstStart: new Date(first) }, new Date(from), new Date(to)).map((at) =>
    at.toISOString().slice(0, 16),
  );

describe("recurring maintenance", () => {
  test.each([
    {
      name: "keeps its local hour when daylight saving time starts, so it moves in UTC",
      rule: "FREQ=WEEKLY;BYDAY=TU",
      zone: "Europe/Berlin",
      first: "2026-03-24T01:00Z",
      to: "2026-04-08T00:00Z",
      expected: ["2026-03-24T01:00", "2026-03-31T00:00", "2026-04-07T00:00"],
    },
    {
      name: "moves by the gap on the night without 02:30, and returns to 02:30 a week later",
      rule: "FREQ=WEEKLY;BYDAY=SU",
      zone: "Europe/Berlin",
      first: "2026-03-22T01:30Z",
      to: "2026-04-06T00:00Z",
      expected: ["2026-03-22T01:30", "2026-03-29T01:30", "2026-04-05T00:30"],
    },
    {
      name: "uses the first 02:30 of a night with two",
      rule: "FREQ=WEEKLY;BYDAY=SU",
      zone: "Europe/Berlin",
      first: "2026-10-18T00:30Z",
      to: "2026-11-02T00:00Z",
      expected: ["2026-10-18T00:30", "2026-10-25T00:30", "2026-11-01T01:30"],
    },
    {
      name: "starts at the second 02:30 if that is the given moment",
      rule: "FREQ=DAILY",
      zone: "Europe/Berlin",
      first: "2026-10-25T01:30Z",
      to: "2026-10-27T00:00Z",
      expected: ["2026-10-25T01:30", "2026-10-26T01:30"],
    },
    {
      name: "runs on the last Friday of each month, three times, counted from the first",
      rule: "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3",
      zone: "America/New_York",
      first: "2026-01-30T14:00Z",
      to: "2027-01-01T00:00Z",
      expected: ["2026-01-30T14:00", "2026-02-27T14:00", "2026-03-27T13:00"],
    },
    {
      name: "skips months without a 31st",
      rule: "FREQ=MONTHLY;BYMONTHDAY=31",
      zone: "UTC",
      first: "2026-01-31T10:00Z",
      to: "2026-06-01T00:00Z",
      expected: ["2026-01-31T10:00", "2026-03-31T10:00", "2026-05-31T10:00"],
    },
    {
      name: "recurs only on leap days",
      rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
      zone: "UTC",
      first: "2028-02-29T10:00Z",
      to: "2033-01-01T00:00Z",
      expected: ["2028-02-29T10:00", "2032-02-29T10:00"],
    },
    {
      name: "ends at UNTIL in UTC, inclusive",
      rule: "FREQ=DAILY;UNTIL=20261006T003000Z",
      zone: "Europe/Berlin",
      first: "2026-10-04T00:30Z",
      to: "2026-12-01T00:00Z",
      expected: ["2026-10-04T00:30", "2026-10-05T00:30", "2026-10-06T00:30"],
    },
    {
      name: "ends with the local day if UNTIL has no time",
      rule: "FREQ=DAILY;UNTIL=20261005",
      zone: "Pacific/Auckland",
      first: "2026-10-03T11:00Z",
      to: "2026-12-01T00:00Z",
      expected: ["2026-10-03T11:00", "2026-10-04T11:00"],
    },
    {
      name: "a count of hours includes none that the spring night skips",
      rule: "FREQ=HOURLY;COUNT=5",
      zone: "Europe/Berlin",
      first: "2026-03-28T23:00Z",
      to: "2026-12-01T00:00Z",
      expected: [23, 24, 25, 26, 27].map((hour) =>
        new Date(Date.UTC(2026, 2, 28, hour)).toISOString().slice(0, 16),
      ),
    },
  ])("$name", ({ rule, zone, first, to, expected }) => {
    expect(starts(rule, zone, first, first, to)).toEqual(expected);
  });

  test("splitting the time range finds each start exactly once", () => {
    const rule = { rule: "FREQ=HOURLY;INTERVAL=7", timeZone: "America/Sao_Paulo" };
    const given = { ...rule, firstStart: new Date("2026-01-01T00:00Z") };
    const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
    const parts = Array.from({ length: 20 }, (_, n) => occurrences(given, day(n), day(n + 1))).flat();
    expect(parts).toEqual(occurrences(given, day(0), day(20)));
  });

  test("the next start is after the given moment, or null when the rule has ended", () => {
    const rule = { timeZone: "UTC", firstStart: new Date("2026-01-05T10:00Z") };
    const weekly = { ...rule, rule: "FREQ=WEEKLY;COUNT=2" };
    expect(nextOccurrence(weekly, new Date("2026-01-05T10:00Z"))).toEqual(new Date("2026-01-12T10:00Z"));
    expect(nextOccurrence(weekly, new Date("2026-01-12T10:00Z"))).toBeNull();
    expect(
      nextOccurrence({ ...rule, rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }, rule.firstStart),
    ).toBeNull();
  });
});

// 20 zones, including nights with clock changes, year ends, and leap days.
const ZONES = [
  ...["Europe/Berlin", "Europe/London", "Europe/Lisbon", "Europe/Chisinau", "America/New_York"],
  ...["America/Los_Angeles", "America/Sao_Paulo", "America/St_Johns", "America/Havana", "America/Asuncion"],
  ...["Asia/Kolkata", "Asia/Kathmandu", "Asia/Beirut", "Asia/Tokyo", "Australia/Lord_Howe"],
  ...["Australia/Sydney", "Pacific/Auckland", "Pacific/Chatham", "Africa/Casablanca", "UTC"],
];
const NIGHTS = ["2026-03-06", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-23", "2028-02-27"];

/** Independent implementation: steps through every quarter of an hour in local time. */
function byLooking(zone: string, hhmm: string, from: number, days: number): number[] {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const first = new Map<string, number>();
  for (let at = from; at < from + days * 24 * HOUR_MS; at += HOUR_MS / 4) {
    const [date = "", time = ""] = clock.format(at).split(" ");
    if (time === hhmm && !first.has(date)) first.set(date, at);
  }
  return [...first.values()];
}

test.each(ZONES)("a daily 02:30 in %s follows local time across six nights", (zone) => {
  for (const night of NIGHTS) {
    const from = Date.parse(`${night}T00:00Z`);
    const seen = byLooking(zone, "02:30", from, 6);
    const [firstStart] = seen;
    if (firstStart === undefined) throw new Error("A zone without 02:30.");
    const given = { rule: "FREQ=DAILY", timeZone: zone, firstStart: new Date(firstStart) };
    const made = occurrences(given, new Date(from), new Date(from + 6 * 24 * HOUR_MS));
    const exact = made.filter((at) => new Date(wallOf(at.getTime(), zone)).toISOString().includes("T02:30"));
    expect(exact.map(Number)).toEqual(seen);
    // A night without 02:30 still has a start, moved by the gap.
    expect(made.length - exact.length).toBeLessThanOrEqual(1);
    const steps = made.slice(1).map((at, index) => at.getTime() - (made[index]?.getTime() ?? 0));
    for (const step of steps) expect(Math.abs(step - 24 * HOUR_MS)).toBeLessThanOrEqual(HOUR_MS);
  }
});

test.each([
  ["", "one RFC 5545 rule"],
  ["every tuesday", "one RFC 5545 rule"],
  ["FREQ=MINUTELY", "HOURLY, DAILY"],
  ["BYDAY=TU", "FREQ in the recurrence must be"],
  ["FREQ=DAILY;FREQ=WEEKLY", "only once"],
  ["FREQ=DAILY;BYSECOND=5", "BYSECOND is not supported"],
  ["FREQ=DAILY;COUNT=2;UNTIL=20270101", "not both"],
  ["FREQ=DAILY;INTERVAL=0", "1 to 1000"],
  ["FREQ=MONTHLY;BYMONTHDAY=32", "1 to 31"],
  ["FREQ=WEEKLY;BYDAY=XX", "BYDAY"],
  ["FREQ=DAILY;UNTIL=2026", "UNTIL"],
  ["FREQ=DAILY;UNTIL=20270231", "must be a date"],
  ["FREQ=DAILY;UNTIL=20271301T000000Z", "must be a date"],
  ["FREQ=DAILY;UNTIL=20270101T240000Z", "must be a date"],
  ["FREQ=DAILY;UNTIL=99991231T235959Z", "must be a date"],
  ["FREQ=HOURLY;BYSETPOS=2", "BYSETPOS"],
])("rejects the rule %j with a message that contains %j", (rule, words) => {
  expect(ruleProblem(rule)).toContain(words);
});
