/** The only place that reads the wall clock; pure rules take `now` as a value. */
export function now(): Date {
  return new Date();
}

/** Milliseconds of a clock that never jumps, for durations. */
export function monotonicMs(): number {
  return performance.now();
}

/** UTC without fractions, `YYYY-MM-DDTHH:MM:SSZ`, as every date leaves the API. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
