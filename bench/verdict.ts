import type { Measure } from "./bench";
import { median } from "./checker/statistics";

export type Verdict = "met" | "MISSED" | "unclear" | "skipped";

/**
 * Durations, rates, shares of a core, and ratios to another run. Other programs change them, but not ratios measured in
 * turns, sizes, and counts.
 */
const DISTURBED = /^(?:ms|s|µs|% of a core|\w+\/s|× nominal|× all healthy)(?: |$)/;

/** Judges a measure against its goal. A miss counts unless something else may have caused it: a busy machine, or rounds that disagree. */
export function verdictOf({ skipped, ok, noisy, unit }: Measure, isQuiet: boolean): Verdict {
  if (skipped) return "skipped";
  if (ok) return "met";
  return noisy || (DISTURBED.test(unit) && !isQuiet) ? "unclear" : "MISSED";
}

/** Returns the median of rounds that each measured both sides in turns. Noisy when some rounds meet the goal and others miss it. */
export function ratioOf(
  rounds: readonly number[],
  meets: (ratio: number) => boolean,
): Pick<Measure, "value" | "ok" | "noisy"> {
  const value = median(rounds);
  return { value, ok: meets(value), noisy: rounds.some((ratio) => meets(ratio) !== meets(value)) };
}
