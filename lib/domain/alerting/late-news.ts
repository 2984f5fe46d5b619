import { count } from "@/lib/domain/core/wording";

const INTERVALS = 3;
const LEAST_MS = 120_000;
/** Then it is told all the same: a runner whose clock is wrong must not keep an outage that lasts from anybody. */
const WAIT_MAX_MS = 15 * 60_000;
/** How often it is looked at whether what was handed in late has caught up with the present. */
const LOOK_MIN_MS = 5000;
const LOOK_MAX_MS = 60_000;

/** How old an alert may be: three intervals, at least 2 minutes (F25). */
export function lateAfterMs(intervalSeconds: number): number {
  return Math.max(INTERVALS * intervalSeconds * 1000, LEAST_MS);
}

/** Whether the check that decided, begun at `checkedAt`, was handed in so late that it is no news by itself. Epoch milliseconds. */
export function isLate(checkedAt: number, intervalSeconds: number, nowMs: number): boolean {
  return nowMs - checkedAt > lateAfterMs(intervalSeconds);
}

/** For the reason of a decision that late results made. */
export function lateText(checkedAt: number, nowMs: number): string {
  return `reported ${count(Math.round((nowMs - checkedAt) / 60_000), "minute")} late`;
}

/** What became of an incident whose start was learned late: it waits for checks of the present, was let through, or dropped. */
export type LateState = "waiting" | "told" | "dropped";

export interface LateNews {
  /** Of the start that this event belongs to. */
  readonly state: LateState;
  /** The event is the start itself: the opening, or a monitor joining. */
  readonly isStart: boolean;
  /** Whether what the start told of goes on. */
  readonly goesOn: boolean;
  /** The newest failed check of what goes on, epoch milliseconds; null when there is none. */
  readonly failedAt: number | null;
  readonly intervalSeconds: number;
  /** When the start was learned, epoch milliseconds. */
  readonly learnedAt: number;
}

export type LateAdvice =
  | { readonly kind: "tell" }
  | { readonly kind: "wait"; readonly forMs: number }
  | { readonly kind: "drop"; readonly reason: string };

const TELL: LateAdvice = { kind: "tell" };

/**
 * Whether an event of an incident that was learned late is told (F25). One that was over by then is recorded and told to nobody, nor is
 * its end. One that lasts is told once, as soon as a check of the present fails, or after 15 minutes.
 */
export function judgeLateNews(late: LateNews, nowMs: number): LateAdvice {
  if (late.state === "told") return TELL;
  if (!late.isStart) return { kind: "drop", reason: "Its start was reported too late to alert on." };
  if (!late.goesOn)
    return { kind: "drop", reason: "It ended before its checks were reported." };
  if (late.failedAt !== null && !isLate(late.failedAt, late.intervalSeconds, nowMs)) return TELL;
  const waitedMs = nowMs - late.learnedAt;
  if (waitedMs > WAIT_MAX_MS) return TELL;
  return { kind: "wait", forMs: Math.min(LOOK_MAX_MS, Math.max(LOOK_MIN_MS, waitedMs / 10)) };
}
