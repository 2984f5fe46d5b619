import { monotonicMs } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";

/** A restart of the database takes less. */
const LATE_MS = MINUTE_MS;
const WARN_EVERY_MS = 10 * MINUTE_MS;

const state = () => once("heartbeats.late", () => ({ count: 0, sinceMs: 0, warnAtMs: 0 }));

/** Records how many signals wait on this server's disk, and warns while that lasts. `error` is why they do. */
export function noteWaiting(count: number, error?: unknown, nowMs = monotonicMs()): void {
  const late = state();
  if (late.count === 0) Object.assign(late, { sinceMs: nowMs, warnAtMs: nowMs + LATE_MS });
  late.count = count;
  if (count === 0 || nowMs < late.warnAtMs) return;
  late.warnAtMs = nowMs + WARN_EVERY_MS;
  log.warn("signals have been waiting on disk, because the database doesn't store them", {
    count,
    minutes: Math.floor((nowMs - late.sinceMs) / MINUTE_MS),
    error,
  });
}

/** Describes the signals that have been on this server's disk for long; null without any. */
export function signalsProblem(nowMs = monotonicMs()): string | null {
  const { count, sinceMs } = state();
  const minutes = Math.floor((nowMs - sinceMs) / MINUTE_MS);
  if (count === 0 || minutes === 0) return null;
  return `${count} ${count === 1 ? "signal" : "signals"} of heartbeats and external alerts have been waiting on this server's disk for ${minutes} min.`;
}
