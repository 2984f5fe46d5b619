import { clockTime } from "@/lib/domain/core/wording";

/** A monitor is flapping after this many recoveries within the span, including the current one. */
export const FLAPPING_RECOVERIES = 3;
/** Enough of the latest recoveries to detect it, including those of withdrawn incidents. */
export const RECOVERIES_READ = 2 * FLAPPING_RECOVERIES;
export const FLAPPING_SPAN_MS = 3_600_000;
/** How long the monitor must stay up before its incident counts as recovered. */
export const STABLE_RECOVERY_MS = 600_000;

export interface RecoveryWait {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly reason: string;
}

/**
 * Returns a wait if a recovery at `at` must wait because the monitor already recovered twice or more within the last hour
 * (`earlier`). The incident stays open as `recovering` until the monitor has been up for 10 minutes. This sends one
 * incident and one recovery instead of many, and hides no outage because the incident remains open.
 */
export function recoveryWait(earlier: readonly number[], at: number): RecoveryWait | null {
  const recent = earlier.filter((recovery) => recovery <= at && recovery > at - FLAPPING_SPAN_MS);
  if (recent.length + 1 < FLAPPING_RECOVERIES) return null;
  const until = at + STABLE_RECOVERY_MS;
  const reason =
    `It has been up since ${clockTime(at)} UTC but is flapping: ${recent.length + 1} recoveries within an hour. ` +
    `It counts as recovered if it stays up until ${clockTime(until)} UTC`;
  return { until, reason };
}
