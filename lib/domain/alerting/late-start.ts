import { count } from "@/lib/domain/core/wording";

const INTERVALS = 3;
const LEAST_MS = 120_000;
/** After this wait the alert is sent anyway. A runner with a wrong clock must not hide an ongoing outage. */
const WAIT_MAX_MS = 15 * 60_000;
/** How often to check whether late results have caught up with the present. */
const RECHECK_MIN_MS = 5000;
const RECHECK_MAX_MS = 60_000;

/** Returns the maximum age of an alert: three intervals, at least 2 minutes. */
export function lateAfterMs(intervalSeconds: number): number {
  return Math.max(INTERVALS * intervalSeconds * 1000, LEAST_MS);
}

/** Returns whether the deciding check, started at `checkedAt`, was reported too late to alert on by itself. Epoch milliseconds. */
export function isLate(checkedAt: number, intervalSeconds: number, nowMs: number): boolean {
  return nowMs - checkedAt > lateAfterMs(intervalSeconds);
}

/** Returns a note for decisions based on late results. */
export function lateText(checkedAt: number, nowMs: number): string {
  return `reported ${count(Math.round((nowMs - checkedAt) / 60_000), "minute")} late`;
}

/** State of an incident whose start was reported late: waiting for current checks, alerted, or dropped. */
export type LateState = "waiting" | "alerted" | "dropped";

export interface LateStart {
  /** State of the start that this event belongs to. */
  readonly state: LateState;
  /** The event is the start itself: the incident opened or a monitor joined. */
  readonly isStart: boolean;
  /** Whether the problem is still ongoing. */
  readonly goesOn: boolean;
  /** Latest failed check of the ongoing problem, in epoch milliseconds. Null if there is none. */
  readonly failedAt: number | null;
  readonly intervalSeconds: number;
  /** When the start was reported, in epoch milliseconds. */
  readonly learnedAt: number;
}

export type LateAdvice =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly forMs: number }
  | { readonly kind: "drop"; readonly reason: string };

const SEND: LateAdvice = { kind: "send" };

/**
 * Decides whether to send alerts for an incident that was reported late. If it already ended, it is recorded without alerts
 * for its start or end. If it is ongoing, one alert is sent as soon as a current check fails, or after 15 minutes.
 */
export function judgeLateStart(late: LateStart, nowMs: number): LateAdvice {
  if (late.state === "alerted") return SEND;
  if (!late.isStart) return { kind: "drop", reason: "Its start was reported too late for an alert." };
  if (!late.goesOn) return { kind: "drop", reason: "It ended before its checks were reported." };
  if (late.failedAt !== null && !isLate(late.failedAt, late.intervalSeconds, nowMs)) return SEND;
  const waitedMs = nowMs - late.learnedAt;
  if (waitedMs > WAIT_MAX_MS) return SEND;
  return { kind: "wait", forMs: Math.min(RECHECK_MAX_MS, Math.max(RECHECK_MIN_MS, waitedMs / 10)) };
}
