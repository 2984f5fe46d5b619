import type { RegionState } from "./region-state";

/** Returns a failing region's state as unknown, so that it reports down only after the usual consecutive failures; others unchanged. */
export function restartFailure(state: RegionState): RegionState {
  if (state.verdict !== "failing") return state;
  return {
    ...state,
    verdict: "unknown",
    failures: 0,
    successes: 0,
    failingSince: null,
    healthySince: null,
    lastStart: null,
  };
}

/**
 * Returns a region's state without what was counted against the monitor's previous configuration: unconfirmed consecutive
 * failures and successes, and without an open incident a failing region's failure as well. The next check counts however soon
 * it comes. The basis of an open incident stays until the new configuration succeeds.
 */
export function restartCounts(state: RegionState, isIncidentOpen: boolean): RegionState {
  if (state.verdict !== "failing") return { ...state, failures: 0, failingSince: null, lastStart: null };
  if (!isIncidentOpen) return restartFailure(state);
  return { ...state, successes: 0, healthySince: null, lastStart: null };
}
