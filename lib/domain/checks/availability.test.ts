import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "@/lib/domain/core/span";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import { availabilityOf, type OutageSpan, observedSpans, type Watched } from "./availability";

const T0 = Date.parse("2026-03-01T00:00:00Z");
const hour = (from: number, to: number, excluded = false) => ({
  from: T0 + from * HOUR_MS,
  to: T0 + to * HOUR_MS,
  excluded,
  up: [],
});
const month: Span = { from: T0, to: T0 + 30 * DAY_MS };
const always: Watched = { createdAt: T0 - DAY_MS, firstIncidentAt: null, checked: true, pauses: [] };

describe("availability by example", () => {
  test.each<[string, Partial<Watched>, OutageSpan[], number, number | null]>([
    ["a quiet month is 100", {}, [], 0, 100],
    ["an hour down", {}, [hour(5, 6)], 3600, 99.8611],
    ["two simultaneous incidents count once", {}, [hour(5, 7), hour(6, 8)], 3 * 3600, 99.5833],
    ["an excluded incident doesn't count", {}, [hour(5, 6, true)], 0, 100],
    [
      "an outage during a pause doesn't count, and the pause is not observed",
      { pauses: [{ from: T0 + 4 * HOUR_MS, to: T0 + 8 * HOUR_MS }] },
      [hour(5, 6)],
      0,
      100,
    ],
    [
      "an ongoing pause ends the observed time",
      { pauses: [{ from: T0 + 10 * HOUR_MS, to: null }] },
      [hour(0, 5), hour(12, 20)],
      5 * 3600,
      50,
    ],
    [
      "a monitor created later is measured from then on",
      { createdAt: T0 + 29 * DAY_MS },
      [hour(29 * 24, 29 * 24 + 6)],
      6 * 3600,
      75,
    ],
    [
      "a back-dated first incident starts the history before the creation",
      { createdAt: T0 + 29 * DAY_MS, firstIncidentAt: T0 + 15 * DAY_MS },
      [hour(15 * 24, 15 * 24 + 36)],
      36 * 3600,
      90,
    ],
    [
      "intervals observed up within an incident are not downtime, even open ones",
      {},
      [
        {
          ...hour(0, 72),
          up: [
            { from: T0 + 6 * HOUR_MS, to: T0 + 30 * HOUR_MS },
            { from: T0 + 36 * HOUR_MS, to: null },
          ],
        },
      ],
      12 * 3600,
      98.3333,
    ],
    ["a monitor that was never checked has no figure", { checked: false }, [hour(5, 6)], 0, null],
    [
      "one second in a month does not round up to 100",
      {},
      [{ from: T0, to: T0 + 1000, excluded: false, up: [] }],
      1,
      99.9999,
    ],
  ])("%s", (_, watched, outages, down, percent) => {
    const figures = availabilityOf(observedSpans({ ...always, ...watched }, month), outages);
    expect(figures).toMatchObject({ downSeconds: down, percent });
  });
});

const moment = fc.integer({ min: T0 - DAY_MS, max: T0 + 31 * DAY_MS });
const stretch = fc
  .tuple(moment, fc.integer({ min: 0, max: 5 * DAY_MS }))
  .map(([from, length]) => ({ from, to: from + length }));

test("downtime and observed time of a window equal the sums of its parts, wherever it is split", () => {
  fc.assert(
    fc.property(
      fc.array(stretch, { maxLength: 8 }),
      fc.array(fc.tuple(stretch, fc.boolean()), { maxLength: 12 }),
      fc.array(moment, { maxLength: 10 }),
      moment,
      (pauses, given, cuts, createdAt) => {
        const watched = { createdAt, firstIncidentAt: null, checked: true, pauses };
        const outages = given.map(([span, excluded]) => ({ ...span, excluded, up: [] }));
        const figures = (window: Span) => availabilityOf(observedSpans(watched, window), outages);
        const edges = [month.from, ...cuts.filter((at) => at > month.from && at < month.to), month.to];
        edges.sort((a, b) => a - b);
        const parts = edges.slice(1).map((to, at) => figures({ from: edges[at] ?? to, to }));
        const whole = figures(month);
        expect(parts.reduce((sum, part) => sum + part.downSeconds, 0)).toBe(whole.downSeconds);
        expect(parts.reduce((sum, part) => sum + part.observedSeconds, 0)).toBe(whole.observedSeconds);
        expect(whole.downSeconds).toBeLessThanOrEqual(whole.observedSeconds);
      },
    ),
    { numRuns: 2000 },
  );
});

test("availability is 100 only without downtime", () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 3 }), (spans) => {
      const outages = spans.map((span) => ({ ...span, excluded: false, up: [] }));
      const { downSeconds, percent } = availabilityOf(observedSpans(always, month), outages);
      expect(percent === 100).toBe(downSeconds === 0);
    }),
  );
});
