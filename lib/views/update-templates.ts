import type { IncidentState } from "@/lib/contract/incident-states";

/** First sentences for a public update, one per state; written to be changed. */
export const UPDATE_TEMPLATES: Record<Exclude<IncidentState, "unknown">, string> = {
  investigating: "We are looking into a problem with {what}. The next update follows within 30 minutes.",
  identified: "We found the cause of the problem with {what} and are working on a fix.",
  monitoring: "A fix for {what} is in place. We are watching whether it holds.",
  resolved: "The problem with {what} is solved. We are sorry for the trouble.",
};

/** A template with the names of what is affected. */
export function updateTemplate(state: Exclude<IncidentState, "unknown">, names: readonly string[]): string {
  const what = names.length === 0 ? "our service" : names.length > 3 ? "several services" : names.join(", ");
  return UPDATE_TEMPLATES[state].replace("{what}", what);
}

/** The state that usually follows. */
export function nextState(state: IncidentState): Exclude<IncidentState, "unknown"> {
  const order: readonly IncidentState[] = ["investigating", "identified", "monitoring", "resolved"];
  const at = order.indexOf(state);
  const next = order[Math.min(at + 1, order.length - 1)];
  return next === undefined || next === "unknown" ? "investigating" : next;
}
