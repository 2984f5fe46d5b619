import { count } from "@/lib/domain/core/wording";

/** When a monitor counts as degraded: `sharePercent` of its latest successful checks took longer than `thresholdMs`. */
export interface SlowRule {
  readonly thresholdMs: number;
  readonly sharePercent: number;
}

/** Summary of the latest response times. */
export interface Slowness {
  readonly degraded: boolean;
  readonly reason: string;
}

/** Fewer checks don't tell a slow target from a slow moment. */
const JUDGED_MIN = 5;

/**
 * Judges the response times of the latest successful checks, in milliseconds. A monitor stays degraded until less than half of the
 * share is slow, so that one around its threshold doesn't alert again and again.
 */
export function slownessOf(
  recent: readonly number[],
  { thresholdMs, sharePercent }: SlowRule,
  wasDegraded: boolean,
): Slowness {
  const slow = recent.filter((ms) => ms > thresholdMs).length;
  const reason = `${slow} of the last ${count(recent.length, "successful check")} took longer than ${thresholdMs} ms`;
  if (recent.length < JUDGED_MIN) return { degraded: wasDegraded, reason };
  const limit = (sharePercent * recent.length) / 100;
  return { degraded: wasDegraded ? slow >= limit / 2 : slow >= limit, reason };
}
