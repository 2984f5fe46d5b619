import { describe, expect, test } from "vitest";
import { timeTicks, valueTicks } from "./ticks";

describe("values", () => {
  test.each([
    [87, 4, [0, 50, 100]],
    [100, 5, [0, 20, 40, 60, 80, 100]],
    [3.1, 4, [0, 1, 2, 3, 4]],
    [0.07, 4, [0, 0.02, 0.04, 0.06, 0.08]],
    [0, 4, [0, 0.5, 1]],
  ])("up to %s, with at most %s steps", (highest, most, ticks) => {
    expect(valueTicks(highest, most)).toEqual(ticks);
  });
});

describe("times", () => {
  const iso = (ticks: number[]) => ticks.map((at) => new Date(at).toISOString().slice(5, 16));

  test("are whole hours of the zone", () => {
    const from = Date.parse("2026-11-21T06:20:00Z");
    expect(iso(timeTicks(from, from + 24 * 3_600_000, "Asia/Kolkata", 5))).toEqual([
      "11-21T06:30",
      "11-21T12:30",
      "11-21T18:30",
      "11-22T00:30",
    ]);
  });

  test("are midnights of the zone across a change to summer time", () => {
    const from = Date.parse("2026-03-27T12:00:00Z");
    expect(iso(timeTicks(from, from + 4 * 86_400_000, "Europe/Berlin", 5))).toEqual([
      "03-27T23:00",
      "03-28T23:00",
      "03-29T22:00",
      "03-30T22:00",
    ]);
  });

  test("are Mondays over weeks, and firsts of months over seasons", () => {
    const from = Date.parse("2026-09-03T12:00:00Z");
    expect(iso(timeTicks(from, from + 30 * 86_400_000, "UTC", 5))).toEqual([
      "09-07T00:00",
      "09-14T00:00",
      "09-21T00:00",
      "09-28T00:00",
    ]);
    expect(iso(timeTicks(from, from + 90 * 86_400_000, "Europe/Berlin", 5))).toEqual([
      "09-30T22:00",
      "10-31T23:00",
      "11-30T23:00",
    ]);
    expect(iso(timeTicks(from, from + 300 * 86_400_000, "UTC", 5))).toEqual([
      "11-01T00:00",
      "01-01T00:00",
      "03-01T00:00",
      "05-01T00:00",
    ]);
  });
});
