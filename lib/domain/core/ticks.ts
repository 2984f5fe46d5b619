import { DAY_MS, MINUTE_MS } from "@/lib/shared/durations";
import { momentOf, wallOf } from "./zone";

/** Steps that divide a day or a week into round times. */
const TIME_STEPS_MS = [5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080].map(
  (minutes) => minutes * MINUTE_MS,
);

/**
 * Returns round values from 0 to at least `highest`, in steps of 1, 2, or 5 times a power of ten: at most `most` steps.
 * For `highest` 0 or less, the steps lead to 1.
 */
export function valueTicks(highest: number, most: number): number[] {
  const rough = (highest > 0 ? highest : 1) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.ceil((highest > 0 ? highest : 1) / step);
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Steps of whole months, for long windows. */
const MONTH_STEPS = [1, 2, 3, 6, 12];
const MONTH_MS = 30 * DAY_MS;
/** A Monday, from which steps of days are counted. */
const MONDAY_MS = 4 * DAY_MS;

/** Returns the round local times of a zone between two moments, at most `most`. Epoch milliseconds. */
export function timeTicks(from: number, to: number, zone: string, most: number): number[] {
  const stepMs = TIME_STEPS_MS.find((step) => (to - from) / step <= most);
  const [start, end] = [wallOf(from, zone), wallOf(to, zone)];
  const walls = stepMs === undefined ? monthStarts(start, end, most) : multiples(start, end, stepMs);
  const ticks = walls.map((wall) => momentOf(wall, zone)).filter((at) => at >= from && at <= to);
  return [...new Set(ticks)];
}

function multiples(start: number, end: number, stepMs: number): number[] {
  const first = Math.ceil((start - MONDAY_MS) / stepMs) * stepMs + MONDAY_MS;
  return Array.from(
    { length: Math.max(0, Math.floor((end - first) / stepMs) + 1) },
    (_, i) => first + i * stepMs,
  );
}

/** Returns the firsts of months, counted from January. */
function monthStarts(start: number, end: number, most: number): number[] {
  const step = MONTH_STEPS.find((months) => (end - start) / (months * MONTH_MS) <= most) ?? 12;
  const begin = new Date(start);
  const first = begin.getUTCMonth() - (begin.getUTCMonth() % step);
  return Array.from({ length: most + 2 }, (_, i) => Date.UTC(begin.getUTCFullYear(), first + i * step, 1));
}
