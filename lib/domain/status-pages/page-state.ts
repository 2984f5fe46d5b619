import type { Impact } from "@/lib/contract/incidents/states";

/** What a visitor sees of a component, a group or a page; `empty` says that nothing is known. */
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

/** The worst of some states; `empty` when there are none. */
export function worstState(states: readonly PageState[]): PageState {
  return states.reduce<PageState>((worst, state) => (RANK[state] > RANK[worst] ? state : worst), "empty");
}

/** Whether a state is worse than operational. */
export function isTrouble(state: PageState): boolean {
  return RANK[state] > RANK.operational;
}

/**
 * What an incident's impact means for a component. An unknown impact of an open incident is a major outage when all
 * regions fail, else a partial one: a green page during an incident is worse than an approximate one.
 */
export function stateOfImpact(impact: Impact, allRegionsFail: boolean): PageState {
  if (impact === "unknown") return allRegionsFail ? "major_outage" : "partial_outage";
  return impact;
}
