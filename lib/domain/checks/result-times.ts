import type { RegionState } from "./region-state";

/** Late results can change incidents this far back. Older results are rejected. */
export const LATE_MAX_MS = 24 * 3600_000;
const AHEAD_MS = 60_000;
/** A check starts at or after its scheduled time. An overloaded runner starts late, but not by more than this. */
export const START_DELAY_MAX_MS = 10 * 60_000;

/**
 * Returns how far the sender's clock is ahead of ours, capped at 60 s. A clock that is behind can't be distinguished from a
 * slow network. Epoch milliseconds.
 */
export function leadOf(sentMs: number, nowMs: number): number {
  return Math.min(AHEAD_MS, Math.max(0, sentMs - nowMs));
}

/**
 * Converts a check's start to server time by subtracting the sender's lead. The result is never in the future. Timestamps
 * more than 60 s ahead are returned unchanged and rejected later by their scheduled time. Epoch milliseconds.
 */
export function startInOurTime(stampedMs: number, leadMs: number, nowMs: number): number {
  if (stampedMs > nowMs + AHEAD_MS) return stampedMs;
  return Math.min(stampedMs - leadMs, nowMs);
}

/** Returns whether a result's scheduled time is plausible: at most 60 s ahead and at most a day old. Epoch milliseconds. */
export function isPlausibleTime(scheduledAt: number, startedAt: number, nowMs: number): boolean {
  if (scheduledAt > nowMs + AHEAD_MS || startedAt > nowMs + AHEAD_MS) return false;
  if (startedAt < scheduledAt - AHEAD_MS || startedAt > scheduledAt + START_DELAY_MAX_MS) return false;
  return scheduledAt >= nowMs - LATE_MAX_MS;
}

/**
 * Results may be dated up to 60 s ahead, and server clocks may differ slightly. Anything further ahead means that the clock
 * was set back.
 */
export const SETBACK_MS = 120_000;

/**
 * Returns a region's state after the clock was set back. Without this, the monitor would go unchecked until the clock
 * catches up. Clears the watermark so that the next result counts, caps stored times at now, and keeps the state and
 * streaks. Returns any other state unchanged. Times are epoch milliseconds.
 */
export function afterSetback(state: RegionState, nowMs: number): RegionState {
  if (state.lastScheduledAt === null || state.lastScheduledAt <= nowMs + SETBACK_MS) return state;
  return {
    ...state,
    lastScheduledAt: null,
    lastStart: null,
    heardAt: state.heardAt && Math.min(state.heardAt, nowMs),
    failingSince: state.failingSince && Math.min(state.failingSince, nowMs),
    healthySince: state.healthySince && Math.min(state.healthySince, nowMs),
  };
}
