import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { availability, dayBars, type ImpactSpan, intersect, lengthMs, union } from "./day-bars";

const DAY = 86_400_000;
const now = Date.parse("2026-03-31T12:00:00Z");
const down = (from: string, to: string, more: Partial<ImpactSpan> = {}): ImpactSpan => ({
  from: Date.parse(from),
  to: Date.parse(to),
  state: "major_outage",
  excluded: false,
  slug: "APP-1",
  ...more,
});

describe("day bars", () => {
  it("end today, and days before the monitor existed are empty, not green", () => {
    const observed = [{ from: now - 2.5 * DAY, to: now }];
    const bars = dayBars({ days: 30, now, observed, impacts: [] });
    expect(bars).toHaveLength(30);
    expect(bars.at(-1)).toMatchObject({ date: "2026-03-31", state: "operational" });
    expect(bars.filter((bar) => bar.state === "operational")).toHaveLength(3);
    expect(bars[0]).toMatchObject({ date: "2026-03-02", state: "empty" });
  });
  it("split an outage over midnight and count overlapping incidents once", () => {
    const observed = [{ from: now - 40 * DAY, to: now }];
    const impacts = [
      down("2026-03-29T23:30:00Z", "2026-03-30T00:30:00Z"),
      down("2026-03-29T23:45:00Z", "2026-03-30T00:15:00Z", { state: "partial_outage", slug: null }),
    ];
    const bars = dayBars({ days: 30, now, observed, impacts });
    const [first, second] = bars.filter((bar) => bar.state === "major_outage");
    expect([first?.date, first?.downSeconds]).toEqual(["2026-03-29", 1800]);
    expect([second?.date, second?.downSeconds]).toEqual(["2026-03-30", 1800]);
    expect(first?.slugs).toEqual(["APP-1"]);
  });
  it("show an excluded incident but count none of its time", () => {
    const observed = [{ from: now - 40 * DAY, to: now }];
    const impacts = [down("2026-03-30T00:00:00Z", "2026-03-30T01:00:00Z", { excluded: true })];
    expect(dayBars({ days: 30, now, observed, impacts }).at(-2)).toMatchObject({
      downSeconds: 0,
      state: "major_outage",
    });
    expect(availability(observed, impacts)).toBe(100);
  });
  it("never round availability up", () => {
    const observed = [{ from: now - 100 * DAY, to: now }];
    expect(availability(observed, [down("2026-03-30T00:00:00Z", "2026-03-30T00:00:00.001Z")])).toBe(99.9999);
    expect(availability([], [])).toBeNull();
  });
  it("partition time: the days' downtime is the whole downtime, whatever overlaps", () => {
    const span = fc.record({
      from: fc.integer({ min: 0, max: 29 * 24 }),
      hours: fc.integer({ min: 1, max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.array(span, { maxLength: 4 }), (outages, pauses) => {
        const first = Math.floor(now / DAY) * DAY - 29 * DAY;
        const hours = (h: number) => first + h * 3_600_000;
        const cut = (s: { from: number; hours: number }) => ({
          from: hours(s.from),
          to: Math.min(hours(s.from + s.hours), now),
        });
        const observed = union(pauses.map(cut));
        const impacts = outages.map((s) => ({ ...down("2026-01-01", "2026-01-01"), ...cut(s) }));
        const bars = dayBars({ days: 30, now, observed, impacts });
        const whole = lengthMs(intersect(union(impacts), observed)) / 1000;
        expect(bars.reduce((sum, bar) => sum + bar.downSeconds, 0)).toBe(whole);
      }),
    );
  });
});
