import { clockTime } from "@/lib/domain/core/wording";

/** So many recoveries within the span make a monitor flap; the one that is due counts. */
export const FLAPPING_RECOVERIES = 3;
export const FLAPPING_SPAN_MS = 3_600_000;
/** How long it must stay up before its incident counts as recovered. */
export const HOLD_MS = 600_000;

export interface Hold {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly reason: string;
}

/**
 * Whether a recovery at `at` has to wait, because the monitor recovered twice or more within the last hour already
 * (`earlier`). The incident stays open and `recovering` until it held for ten minutes: one incident and one recovery are
 * told instead of many, and while it waits nobody believes that all is well. No outage is hidden, because the incident that
 * stands for it is open.
 */
export function holdOf(earlier: readonly number[], at: number): Hold | null {
  const recent = earlier.filter((recovery) => recovery <= at && recovery > at - FLAPPING_SPAN_MS);
  if (recent.length + 1 < FLAPPING_RECOVERIES) return null;
  const until = at + HOLD_MS;
  const reason =
    `It has been up since ${clockTime(at)} UTC but is flapping: ${recent.length + 1} recoveries within an hour. ` +
    `It counts as recovered if it stays up until ${clockTime(until)} UTC`;
  return { until, reason };
}
