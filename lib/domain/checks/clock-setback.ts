import type { RegionState } from "./region-state";

/**
 * Results may be dated up to 60 s ahead, and server clocks may differ slightly. Anything further ahead means that the clock
 * was set back.
 */
export const AHEAD_MAX_MS = 120_000;

/**
 * Returns a region's state after the clock was set back. Without this, the monitor would go unchecked until the clock
 * catches up. Clears the watermark so that the next result counts, caps stored times at now, and keeps the verdict and
 * streaks. Returns any other state unchanged. Times are epoch milliseconds.
 */
export function afterSetback(state: RegionState, nowMs: number): RegionState {
  if (state.lastSlot === null || state.lastSlot <= nowMs + AHEAD_MAX_MS) return state;
  return {
    ...state,
    lastSlot: null,
    lastStart: null,
    heardAt: state.heardAt && Math.min(state.heardAt, nowMs),
    failingSince: state.failingSince && Math.min(state.failingSince, nowMs),
    healthySince: state.healthySince && Math.min(state.healthySince, nowMs),
  };
}
