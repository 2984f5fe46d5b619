import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type CalendarError, parseCron, parseOnCalendar } from "@/lib/contract/core/calendar";
import { nextOccurrence } from "./occurrence";

const at = (iso: string) => Date.parse(iso);
const following = (text: string, from: string, zone = "UTC") =>
  new Date(nextOccurrence(parseCron(text), zone, at(from)) ?? 0).toISOString();

describe("cron expressions", () => {
  test.each([
    ["0 3 * * *", "2026-03-01T03:00:00Z", "2026-03-02T03:00:00.000Z"],
    ["*/15 9-17 * * mon-fri", "2026-03-06T17:45:00Z", "2026-03-09T09:00:00.000Z"],
    ["0 0 29 2 *", "2026-03-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    ["5/20 * * * 7", "2026-03-01T00:06:00Z", "2026-03-01T00:25:00.000Z"],
    ["0 0 13 * 5", "2026-03-01T00:00:00Z", "2026-03-06T00:00:00.000Z"],
    ["0 0 */2 * 5", "2026-03-02T00:00:00Z", "2026-03-13T00:00:00.000Z"],
  ])("%s after %s", (text, from, expected) => expect(following(text, from)).toBe(expected));

  test.each([
    // Debian's cron runs what the gap from 02:00 to 03:00 skipped when it ends.
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29T01:00", "03-30T00:30"]],
    ["0,30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29T01:00", "03-29T01:30", "03-30T00:00"]],
    ["15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00Z", ["10-03T15:30", "10-04T15:15"]],
    ["0 0 * * *", "America/Asuncion", "2024-10-05T12:00Z", ["10-06T04:00", "10-07T03:00"]],
    // An interval goes on with the clock: no minute of the skipped hour, and those of the repeated one twice.
    ["*/20 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-30T00:00", "03-30T00:20"]],
    ["*/30 * * * *", "Europe/Berlin", "2026-03-29T00:20Z", ["03-29T00:30", "03-29T01:00", "03-29T01:30"]],
    [
      "*/30 * * * *",
      "Europe/Berlin",
      "2026-10-25T00:20Z",
      ["10-25T00:30", "10-25T01:00", "10-25T01:30", "10-25T02:00"],
    ],
    ["15 * * * *", "Europe/Berlin", "2026-10-25T00:00Z", ["10-25T00:15", "10-25T01:15", "10-25T02:15"]],
    ["0 */2 * * *", "Europe/Berlin", "2026-10-24T23:00Z", ["10-25T00:00", "10-25T01:00", "10-25T03:00"]],
  ])("%s in %s after %s, through a clock change", (text, zone, from, expected) => {
    let after = at(from);
    for (const each of expected) {
      const next = nextOccurrence(parseCron(text), zone, after) ?? 0;
      expect(new Date(next).toISOString().slice(5, 16)).toBe(each);
      after = next;
    }
  });

  test("runs a job of a fixed time once on a day that has it twice", () => {
    expect(following("30 2 * * *", "2026-10-24T12:00:00Z", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(following("30 2 * * *", "2026-10-25T00:30:00Z", "Europe/Berlin")).toBe("2026-10-26T01:30:00.000Z");
  });

  test.each([
    ["0 24 * * *", 3, "the hour must be from 0 to 23"],
    ["0 3 * *", 8, "a cron expression has five fields, and this has 4; it ends"],
    ["0 3 * * * *", 11, "a cron expression has five fields; a sixth starts"],
    ["a 3 * * *", 1, "the minute isn't a number"],
    ["0 3 9-1 * *", 5, "the range of the day runs backward"],
    ["*/0 3 * * *", 3, "the step must be at least 1"],
  ])("%s is rejected at character %i", (text, position, problem) => {
    expect(() => parseCron(text)).toThrow(expect.objectContaining({ position, problem }) as CalendarError);
  });
});

describe("OnCalendar expressions", () => {
  const SYSTEMD = "/usr/bin/systemd-analyze";
  const EXPRESSIONS = [
    ...["hourly", "daily", "weekly", "monthly", "quarterly", "semiannually", "yearly", "minutely"],
    ...["Mon..Fri *-*-* 09:30", "*-*-1/7 02:00:00", "Sat,Sun 12:00", "*-02~01", "2027-01-31 23:59:59"],
    ...[
      "*:0/15",
      "Sat..Sun 08:00",
      "*-*-* 04:00 Europe/Berlin",
      "Mon *-05~07/1",
      "*-02~07/3",
      "*-05~03..07/2",
    ],
    ...["semi-annually", "biannually", "bi-annually", "*-*~03,01", "Sat *-*-1..7 04:00:00"],
  ];

  test.skipIf(!existsSync(SYSTEMD)).each(EXPRESSIONS)("%s is read as systemd reads it", (text) => {
    const from = "2026-11-26 10:20:30 UTC";
    const out = execFileSync(SYSTEMD, ["calendar", `--base-time=${from}`, "--iterations=1", text], {
      env: { ...process.env, TZ: "UTC", LC_ALL: "C" },
      encoding: "utf8",
    });
    const [, elapse = ""] = /Next elapse: \w+ (.+) UTC/.exec(out) ?? [];
    const found = nextOccurrence(parseOnCalendar(text), "UTC", at("2026-11-26T10:20:30Z"));
    expect(new Date(found ?? 0).toISOString()).toBe(new Date(`${elapse.replace(" ", "T")}Z`).toISOString());
  });

  test.each([
    ["*-*-* 02:30 Europe/Berlin", "2026-03-28T23:00Z", "2026-03-30T00:30:00.000Z"],
    ["*-*-* 02:30 Europe/Berlin", "2026-10-25T00:30Z", "2026-10-26T01:30:00.000Z"],
    ["*:0/20 Europe/Berlin", "2026-10-25T00:40Z", "2026-10-25T02:00:00.000Z"],
  ])("%s after %s: systemd skips what a clock change skips, and repeats nothing", (text, from, expected) => {
    const found = nextOccurrence(parseOnCalendar(text), "UTC", at(from)) ?? 0;
    expect(new Date(found).toISOString()).toBe(expected);
  });

  test("names the character at which an expression is wrong", () => {
    expect(() => parseOnCalendar("Mon 25:00")).toThrow(
      expect.objectContaining({ position: 5 }) as CalendarError,
    );
    expect(() => parseOnCalendar("Mon nonsense")).toThrow(
      expect.objectContaining({ position: 5 }) as CalendarError,
    );
  });
});
