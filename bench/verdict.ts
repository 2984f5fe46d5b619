import type { Measure } from "./bench";

export type Verdict = "met" | "MISSED" | "busy" | "skipped";

/** Durations, rates and shares of a core. A busy machine stretches them, but not ratios of interleaved runs, sizes and counts. */
const TIMED = /^(?:ms|s|µs|% of a core|\w+\/s)(?: |$)/;

/** Judges a measure against its goal. On a busy machine, a missed time says nothing, but one that was met still counts. */
export function verdictOf({ skipped, ok, unit }: Measure, isQuiet: boolean): Verdict {
  if (skipped) return "skipped";
  if (ok) return "met";
  return TIMED.test(unit) && !isQuiet ? "busy" : "MISSED";
}
