import { once } from "./once";

interface Reading {
  /** Null means this machine's clock. */
  readMs: (() => number) | null;
}

function reading(): Reading {
  return once("shared.clock", () => ({ readMs: null }));
}

/**
 * Reads the current time. Only this function reads the wall clock; pure rules take `now` as a value. A running server uses the
 * database's time and a runner uses its server's (see `keepTimeBy`).
 */
export function now(): Date {
  const { readMs } = reading();
  return readMs ? new Date(readMs()) : new Date();
}

/** Returns epoch milliseconds of this machine's own clock, whatever `now` uses: for file ages, and for measuring clock skew. */
export function machineMs(): number {
  return Date.now();
}

/** Makes `now` return `readMs` (epoch milliseconds); null restores this machine's clock. */
export function keepTimeBy(readMs: (() => number) | null): void {
  reading().readMs = readMs;
}

/** Returns milliseconds of a clock that never jumps, for measuring durations. */
export function monotonicMs(): number {
  return performance.now();
}

/** Formats a date in UTC without fractions, `YYYY-MM-DDTHH:MM:SSZ`, as the API does everywhere. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Returns the same date and time `years` later, or earlier if negative. February 29 becomes March 1. */
export function yearsAfter(date: Date, years: number): Date {
  const moved = new Date(date);
  moved.setUTCFullYear(date.getUTCFullYear() + years);
  return moved;
}
