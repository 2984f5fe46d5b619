import { INCIDENT_STATES, type IncidentState } from "@/lib/contract/incidents/states";

/** Returns the highest state among an incident's published updates, or unknown without any. */
export function highestState(states: readonly string[]): IncidentState {
  return states.reduce<IncidentState>((highest, given) => {
    const state = INCIDENT_STATES.find((known) => known === given) ?? "unknown";
    return INCIDENT_STATES.indexOf(state) > INCIDENT_STATES.indexOf(highest) ? state : highest;
  }, "unknown");
}
