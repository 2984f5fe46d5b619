/** Late results move incidents this far back; older ones aren't accepted. */
export const LATE_MAX_MS = 24 * 3600_000;
const AHEAD_MS = 60_000;
const BEHIND_MS = 10 * 60_000;

/**
 * How far the sender's clock is ahead of ours, as far as it is believed: at most 60 s (F12). A clock behind can't be told from a slow
 * network. Epoch milliseconds.
 */
export function leadOf(sentMs: number, nowMs: number): number {
  return Math.min(AHEAD_MS, Math.max(0, sentMs - nowMs));
}

/**
 * When a check began, in our time: what a clock `leadMs` ahead stamped is taken back by as much, and nothing began in the future. What
 * lies more than 60 s ahead is no clock a little off: it stays, and is dropped by its slot. Epoch milliseconds.
 */
export function startInOurTime(stampedMs: number, leadMs: number, nowMs: number): number {
  if (stampedMs > nowMs + AHEAD_MS) return stampedMs;
  return Math.min(stampedMs - leadMs, nowMs);
}

/** Returns whether a result's slot can be true: at most 60 s ahead and at most a day behind. Times are epoch milliseconds. */
export function isPlausibleSlot(slot: number, startedAt: number, nowMs: number): boolean {
  if (slot > nowMs + AHEAD_MS || startedAt > nowMs + AHEAD_MS) return false;
  // A check starts at or after its slot; a runner under load starts late, but not by minutes.
  if (startedAt < slot - AHEAD_MS || startedAt > slot + BEHIND_MS) return false;
  return slot >= nowMs - LATE_MAX_MS;
}
