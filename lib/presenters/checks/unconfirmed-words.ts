import type { Monitor } from "@/lib/contract/monitors/monitors";
import { isInconclusive } from "@/lib/domain/checks/inconclusive";
import { counted } from "@/lib/presenters/core/format";

/** What follows from the failures of a monitor that has no open incident. */
export function unconfirmedWords({
  observed_regions,
  incident_confirmations,
  region_threshold: needed,
}: Pick<Monitor, "observed_regions" | "incident_confirmations" | "region_threshold">): string {
  const errors = observed_regions.flatMap(({ last_error }) => (last_error ? [last_error] : []));
  if (errors.every(({ code }) => isInconclusive(code)))
    return "Inconclusive: this says nothing about the target. It opens no incident and does not count as downtime.";
  const confirmed = observed_regions.filter(({ status, silent }) => status === "offline" && !silent).length;
  if (confirmed > 0 && confirmed < needed)
    return `Confirmed from ${confirmed} of ${counted(observed_regions.length, "region")}: an incident opens when ${needed} fail.`;
  return `Not confirmed yet: an incident opens after ${counted(incident_confirmations, "failure")} in a row${needed > 1 ? ` from ${needed} regions` : ""}.`;
}
