import type { Impact } from "@/lib/contract/incidents/states";

/** The state of a component, group, or page as shown to visitors. `empty` means no data. */
export type PageState =
  | "empty"
  | "operational"
  | "maintenance"
  | "degraded_performance"
  | "partial_outage"
  | "major_outage";

const RANK: Record<PageState, number> = {
  empty: 0,
  operational: 1,
  maintenance: 2,
  degraded_performance: 3,
  partial_outage: 4,
  major_outage: 5,
};

/** States worse than operational, worst first. */
export const TROUBLES = ["major_outage", "partial_outage", "degraded_performance", "maintenance"] as const;

/** Returns the worst of the states, or `empty` without any. */
export function worstState(states: readonly PageState[]): PageState {
  return states.reduce<PageState>((worst, state) => (RANK[state] > RANK[worst] ? state : worst), "empty");
}

/** Returns the state of a whole of which parts may be missing: then, it isn't known to be operational. */
export function knownState(state: PageState, isIncomplete: boolean): PageState {
  return isIncomplete && !isTrouble(state) ? "empty" : state;
}

/** Returns whether a state is worse than operational. */
export function isTrouble(state: PageState): boolean {
  return RANK[state] > RANK.operational;
}

/**
 * Maps an incident's impact to a component state. An unknown impact is a major outage if all regions are known to fail, otherwise
 * a partial one: showing an approximate state is better than showing operational during an incident.
 */
export function stateOfImpact(impact: Impact, allRegionsFail: boolean): PageState {
  if (impact === "unknown") return allRegionsFail ? "major_outage" : "partial_outage";
  return impact;
}
