import type { Monitor } from "@/lib/contract/monitors";
import { isInconclusive } from "@/lib/domain/inconclusive";
import { counted } from "./format";

/** What follows from the failures of a monitor that has no open incident. */
export function unconfirmedWords({
  observed_regions,
  incident_confirmations,
}: Pick<Monitor, "observed_regions" | "incident_confirmations">): string {
  const errors = observed_regions.flatMap(({ last_error }) => (last_error ? [last_error] : []));
  if (errors.every(({ code }) => isInconclusive(code)))
    return "Inconclusive: this says nothing about the target. It opens no incident and does not count as downtime.";
  return `Not confirmed yet: an incident opens after ${counted(incident_confirmations, "failure")} in a row.`;
}
