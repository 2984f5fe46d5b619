/** Number of latest successful checks whose mean is a monitor's response time. */
export const KEPT_RESPONSE_TIMES = 10;

/**
 * Returns the mean in whole milliseconds; null without a value. The API, the dashboard, and public pages all show a
 * monitor's response time as computed here.
 */
export function meanMs(values: ReadonlyArray<number | null>): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length);
}

/**
 * Combines a percentile of several regions or hours: the mean weighted by successful checks, because percentiles can't be
 * combined exactly. Null without a successful check.
 */
export function combinedPercentile(
  parts: ReadonlyArray<{ readonly up: number; readonly value: number | null }>,
): number | null {
  const timed = parts.flatMap(({ up, value }) => (value !== null && up > 0 ? [{ up, value }] : []));
  const checks = timed.reduce((sum, { up }) => sum + up, 0);
  return checks === 0 ? null : timed.reduce((sum, { up, value }) => sum + value * up, 0) / checks;
}
