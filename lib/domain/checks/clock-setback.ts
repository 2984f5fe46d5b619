import type { RegionState } from "./region-state";

/** Results may lie 60 s ahead (F12) and two servers' clocks a little apart: what lies further ahead says that the clock went back. */
const AHEAD_MAX_MS = 120_000;

/**
 * A region's state after the clock went back (F11): what was applied lies in the future, and waiting for the clock to catch up would
 * leave the monitor unwatched for as long as the jump. Its watermark is forgotten, so that the next slot counts again, and no time in
 * it lies ahead of now. The verdict and the streaks stay. Any other state is returned as it is. Times are epoch milliseconds.
 */
export function afterSetback(state: RegionState, nowMs: number): RegionState {
  if (state.lastSlot === null || state.lastSlot <= nowMs + AHEAD_MAX_MS) return state;
  return {
    ...state,
    lastSlot: null,
    lastStart: null,
    failingSince: state.failingSince && Math.min(state.failingSince, nowMs),
    healthySince: state.healthySince && Math.min(state.healthySince, nowMs),
  };
}
