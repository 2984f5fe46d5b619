import type { RegionState } from "./region-state";

/** Returns a failing region's state as unknown, so that it reports down only after the usual consecutive failures; others unchanged. */
export function restartFailure(state: RegionState): RegionState {
  if (state.health !== "failing") return state;
  return {
    ...state,
    health: "unknown",
    failures: 0,
    successes: 0,
    failingSince: null,
    healthySince: null,
    lastStart: null,
  };
}

/**
 * Returns whether a monitor is down in enough of its regions, and in one of them without a success since. Silent regions say
 * nothing about the present.
 */
export function isStillDown(states: readonly RegionState[], regionsRequired: number): boolean {
  const failing = states.filter(({ health, silent }) => health === "failing" && !silent);
  return failing.length >= regionsRequired && failing.some(({ successes }) => successes === 0);
}

/**
 * Returns whether the latest checks show that a monitor is up although its failure isn't over: one passed where it failed, or
 * only silent regions saw the failure and others report it up.
 */
export function isSeenUp(states: readonly RegionState[]): boolean {
  const reporting = states.filter(({ silent }) => !silent);
  const failing = reporting.filter(({ health }) => health === "failing");
  if (failing.length > 0) return failing.some(({ successes }) => successes > 0);
  return reporting.some(({ health }) => health === "healthy");
}

/** Returns a failing region's state after a person resolved its incident: healthy if its latest check succeeded. */
export function resolveFailure(state: RegionState): RegionState {
  if (state.health !== "failing" || state.successes === 0) return restartFailure(state);
  return { ...state, health: "healthy", failures: 0, failingSince: null };
}

/**
 * Returns a region's state without what was counted against the monitor's previous configuration: unconfirmed consecutive
 * failures and successes, and without an open incident a failing region's failure as well. The next check counts however soon
 * it comes. The basis of an open incident stays until the new configuration succeeds.
 */
export function restartCounts(state: RegionState, isIncidentOpen: boolean): RegionState {
  if (state.health !== "failing") return { ...state, failures: 0, failingSince: null, lastStart: null };
  if (!isIncidentOpen) return restartFailure(state);
  return { ...state, successes: 0, healthySince: null, lastStart: null };
}
