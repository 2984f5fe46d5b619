import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { availabilityOf } from "@/lib/domain/checks/availability";
import { type Span, union } from "@/lib/domain/core/span";
import { DAY_MS } from "@/lib/shared/durations";
import { dayBars, dayRange, type ImpactSpan } from "./day-bars";

const now = Date.parse("2026-03-31T12:00:00Z");
const down = (from: string, to: string, more: Partial<ImpactSpan> = {}): ImpactSpan => ({
  from: Date.parse(from),
  to: Date.parse(to),
  state: "major_outage",
  excluded: false,
  up: [],
  slug: "APP-1",
  ...more,
});

const barsOf = (input: Omit<Parameters<typeof dayBars>[0], "down">) =>
  dayBars({ ...input, down: availabilityOf(input.observed, input.impacts).down });

const bar30 = (observed: readonly Span[], impacts: readonly ImpactSpan[], zone = "UTC") =>
  barsOf({ range: dayRange(now, 30, zone), observed, impacts });

describe("day bars", () => {
  it("end today, and are empty before the monitor existed", () => {
    const observed = [{ from: now - 2.5 * DAY_MS, to: now }];
    const bars = bar30(observed, []);
    expect(bars).toHaveLength(30);
    expect(bars.at(-1)).toMatchObject({ date: "2026-03-31", state: "operational" });
    expect(bars.filter((bar) => bar.state === "operational")).toHaveLength(3);
    expect(bars[0]).toMatchObject({ date: "2026-03-02", state: "empty" });
  });
  it("are empty on days without checks, but keep an incident of such a day", () => {
    const observed = [{ from: now - 40 * DAY_MS, to: now }];
    const off = [{ from: Date.parse("2026-03-10T00:00:00Z"), to: Date.parse("2026-03-13T00:00:00Z") }];
    const impacts = [down("2026-03-11T10:00:00Z", "2026-03-11T11:00:00Z")];
    const bars = barsOf({ range: dayRange(now, 30, "UTC"), observed, impacts, unwatched: off });
    const states = bars.slice(7, 12).map(({ date, state }) => [date.slice(8), state]);
    expect(states).toEqual([
      ["09", "operational"],
      ["10", "empty"],
      ["11", "major_outage"],
      ["12", "empty"],
      ["13", "operational"],
    ]);
    expect(bars.reduce((sum, { downSeconds }) => sum + downSeconds, 0)).toBe(3600);
    // An hour of 24; no checks arrived on the 10th.
    expect(bars.slice(7, 10).map((bar) => bar.availability?.toFixed(2))).toEqual([
      "100.00",
      undefined,
      "95.83",
    ]);
    const berlin = barsOf({
      range: dayRange(now, 30, "Europe/Berlin"),
      observed,
      impacts: [],
      unwatched: off,
    });
    expect(berlin.filter(({ state }) => state === "empty").map(({ date }) => date)).toEqual([
      "2026-03-11",
      "2026-03-12",
    ]);
  });
  it("say how long each trouble lasted, worst first, and count a moment once", () => {
    const observed = [{ from: now - 40 * DAY_MS, to: now }];
    const up = [{ from: Date.parse("2026-03-20T10:30:00Z"), to: Date.parse("2026-03-20T10:40:00Z") }];
    const impacts = [
      down("2026-03-20T10:00:00Z", "2026-03-20T12:00:00Z", { state: "degraded_performance", up }),
      down("2026-03-20T11:00:00Z", "2026-03-20T11:12:00Z"),
      down("2026-03-20T11:06:00Z", "2026-03-20T11:20:00Z", { state: "partial_outage", excluded: true }),
    ];
    const bars = bar30(observed, impacts);
    expect(bars.find(({ date }) => date === "2026-03-20")?.spent).toEqual([
      { state: "major_outage", seconds: 720 },
      { state: "partial_outage", seconds: 480 },
      { state: "degraded_performance", seconds: 5400 },
    ]);
    expect(bars.find(({ date }) => date === "2026-03-21")?.spent).toEqual([]);
  });
  it("split an outage at midnight and count overlapping incidents once", () => {
    const observed = [{ from: now - 40 * DAY_MS, to: now }];
    const impacts = [
      down("2026-03-29T23:30:00Z", "2026-03-30T00:30:00Z"),
      down("2026-03-29T23:45:00Z", "2026-03-30T00:15:00Z", { state: "partial_outage", slug: null }),
    ];
    const bars = bar30(observed, impacts);
    const [first, second] = bars.filter((bar) => bar.state === "major_outage");
    expect([first?.date, first?.downSeconds]).toEqual(["2026-03-29", 1800]);
    expect([second?.date, second?.downSeconds]).toEqual(["2026-03-30", 1800]);
    expect(first?.slugs).toEqual(["APP-1"]);
  });
  it("show an excluded incident without counting its time", () => {
    const observed = [{ from: now - 40 * DAY_MS, to: now }];
    const impacts = [down("2026-03-30T00:00:00Z", "2026-03-30T01:00:00Z", { excluded: true })];
    expect(bar30(observed, impacts).at(-2)).toMatchObject({ downSeconds: 0, state: "major_outage" });
    expect(availabilityOf(observed, impacts).percent).toBe(100);
  });
  it("add up to the total downtime, whatever overlaps", () => {
    const span = fc.record({
      from: fc.integer({ min: 0, max: 29 * 24 }),
      hours: fc.integer({ min: 1, max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.array(span, { maxLength: 4 }), (outages, pauses) => {
        const first = Math.floor(now / DAY_MS) * DAY_MS - 29 * DAY_MS;
        const hours = (h: number) => first + h * 3_600_000;
        const cut = (s: { from: number; hours: number }) => ({
          from: hours(s.from),
          to: Math.min(hours(s.from + s.hours), now),
        });
        const observed = union(pauses.map(cut));
        const impacts = outages.map((s) => ({ ...down("2026-01-01", "2026-01-01"), ...cut(s) }));
        const bars = bar30(observed, impacts);
        const whole = availabilityOf(observed, impacts).downSeconds;
        expect(bars.reduce((sum, bar) => sum + bar.downSeconds, 0)).toBe(whole);
      }),
    );
  });
});

describe("calendar days in a time zone", () => {
  const HOUR = 3_600_000;
  const lengths = (until: string, zone: string) => {
    const { edges } = dayRange(Date.parse(until), 30, zone);
    return edges.slice(1).map((to, at) => (to - (edges[at] ?? to)) / HOUR);
  };
  it.each([
    ["2026-04-10T12:00:00Z", "Europe/Berlin", 23],
    ["2026-11-10T12:00:00Z", "Europe/Berlin", 25],
    ["2026-03-20T12:00:00Z", "America/New_York", 23],
    ["2026-11-10T12:00:00Z", "America/New_York", 25],
    ["2026-10-15T12:00:00Z", "Australia/Lord_Howe", 23.5],
    ["2026-04-20T12:00:00Z", "Australia/Lord_Howe", 24.5],
    ["2026-04-20T12:00:00Z", "America/Santiago", 25],
    ["2026-09-20T12:00:00Z", "America/Santiago", 23],
  ])("up to %s in %s, one day has %d hours and the others 24", (until, zone, odd) => {
    expect(lengths(until, zone).filter((hours) => hours !== 24)).toEqual([odd]);
  });
  it("start at local midnight, and an earlier outage belongs to the previous day", () => {
    const observed = [{ from: now - 40 * DAY_MS, to: now }];
    // 23:30 to 00:30 in Berlin, on the evening before the day of 23 hours ends.
    const impacts = [down("2026-03-29T21:30:00Z", "2026-03-29T22:30:00Z")];
    const bars = bar30(observed, impacts, "Europe/Berlin").filter((bar) => bar.downSeconds > 0);
    expect(bars.map((bar) => [bar.date, bar.downSeconds])).toEqual([
      ["2026-03-29", 1800],
      ["2026-03-30", 1800],
    ]);
  });
  it("count 23 hours for a 23-hour day that was entirely down, and 25 for a 25-hour day", () => {
    const whole = (until: string) => {
      const range = dayRange(Date.parse(until), 30, "Europe/Berlin");
      const span = { from: range.edges[0] ?? 0, to: Date.parse(until) };
      const bars = barsOf({
        range,
        observed: [span],
        impacts: [{ ...down("2026-01-01", "2026-01-01"), ...span }],
      });
      return new Set(bars.slice(0, -1).map((bar) => bar.downSeconds / 3600));
    };
    expect(whole("2026-04-10T12:00:00Z")).toEqual(new Set([24, 23]));
    expect(whole("2026-11-10T12:00:00Z")).toEqual(new Set([24, 25]));
  });
});
