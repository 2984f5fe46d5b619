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

/** Returns the round local times of a zone between two moments, at most `most`. Epoch milliseconds. */
export function timeTicks(from: number, to: number, zone: string, most: number): number[] {
  const stepMs = TIME_STEPS_MS.find((step) => (to - from) / step <= most) ?? DAY_MS * 30;
  const ticks: number[] = [];
  const first = Math.ceil(wallOf(from, zone) / stepMs) * stepMs;
  for (let wall = first; wall <= wallOf(to, zone); wall += stepMs) {
    const at = momentOf(wall, zone);
    if (at >= from && at <= to && at !== ticks.at(-1)) ticks.push(at);
  }
  return ticks;
}
