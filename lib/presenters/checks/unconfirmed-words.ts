import type { Monitor } from "@/lib/contract/monitors/monitors";
import { isInconclusive } from "@/lib/domain/checks/inconclusive";
import { counted } from "@/lib/presenters/core/format";

/** Explains the failures of a monitor that has no open incident. */
export function unconfirmedWords({
  observed_regions,
  incident_confirmations,
  region_threshold: needed,
}: Pick<Monitor, "observed_regions" | "incident_confirmations" | "region_threshold">): string {
  const errors = observed_regions.flatMap(({ last_error }) => (last_error ? [last_error] : []));
  if (errors.every(({ code }) => isInconclusive(code)))
    return "Inconclusive. This says nothing about the monitor itself, so it doesn't open an incident or count as downtime.";
  const confirmed = observed_regions.filter(({ status, silent }) => status === "offline" && !silent).length;
  if (confirmed > 0 && confirmed < needed)
    return `Confirmed in ${confirmed} of ${counted(observed_regions.length, "region")}. An incident opens when ${needed} fail.`;
  return `Not confirmed yet. An incident opens after ${counted(incident_confirmations, "consecutive failure")}${needed > 1 ? ` in ${needed} regions` : ""}.`;
}
