import { once } from "./once";

interface Reading {
  /** Null: the machine's own clock. */
  readMs: (() => number) | null;
}

function reading(): Reading {
  return once("shared.clock", () => ({ readMs: null }));
}

/**
 * The only place that reads the wall clock; pure rules take `now` as a value. In a server that runs it is the database's time, in a
 * runner the server's (`keepTimeBy`).
 */
export function now(): Date {
  const { readMs } = reading();
  return readMs ? new Date(readMs()) : new Date();
}

/** Epoch milliseconds of this machine's own clock, whatever `now` goes by: for the age of files, and to find how far it is off. */
export function machineMs(): number {
  return Date.now();
}

/** From now on `now` is what `readMs` says (epoch milliseconds); null: the machine's own clock again. */
export function keepTimeBy(readMs: (() => number) | null): void {
  reading().readMs = readMs;
}

/** Milliseconds of a clock that never jumps, for durations. */
export function monotonicMs(): number {
  return performance.now();
}

/** UTC without fractions, `YYYY-MM-DDTHH:MM:SSZ`, as every date leaves the API. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
