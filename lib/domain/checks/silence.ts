import type { RegionState } from "./region-state";

/** A region is silent after this many intervals and a timeout without a result. */
export const SILENT_AFTER_INTERVALS = 3;

/** Returns how long a region may report nothing before it counts as silent. */
export function silentAfterMs(intervalSeconds: number, timeoutMs: number): number {
  return SILENT_AFTER_INTERVALS * intervalSeconds * 1000 + timeoutMs;
}

/** Returns whether a region's newest result is too old at `atMs` to say anything about that time. */
export function isStale({ heardAt }: RegionState, atMs: number, limitMs: number): boolean {
  return heardAt !== null && atMs - heardAt > limitMs;
}

/** Returns whether the clock would have marked the region as silent at `atMs`. After a pause, silence counts from its end. */
export function isSilentAt(state: RegionState, atMs: number, limitMs: number, resumedAt: number): boolean {
  const heardAt = state.heardAt && Math.max(state.heardAt, resumedAt);
  return isStale({ ...state, heardAt }, atMs, limitMs);
}
