import type { Evidence } from "./evidence";
import { compareIncidents } from "./incidents";
import { wrongNotifications } from "./notifications";
import { falseIncidents, missedOutages } from "./outages";
import { brokenPages, leaks, lostWrites } from "./outside";
import { falseResults, lostResults } from "./results";

export interface Section {
  readonly promise: string;
  readonly findings: readonly string[];
}

/** The promises of the product, and what broke each. */
export function judge(evidence: Evidence): Section[] {
  return [
    { promise: "every acknowledged write is stored once", findings: lostWrites(evidence) },
    { promise: "every result is stored once, unchanged", findings: lostResults(evidence) },
    { promise: "every result says what the target did", findings: falseResults(evidence) },
    { promise: "incidents equal those replayed from the results", findings: replayed(evidence) },
    { promise: "no incident without an outage", findings: falseIncidents(evidence) },
    { promise: "no outage without an incident", findings: missedOutages(evidence) },
    { promise: "every notification arrives, with one ID", findings: wrongNotifications(evidence) },
    { promise: "running servers serve the public page", findings: brokenPages(evidence) },
    { promise: "the private page stays private", findings: leaks(evidence) },
  ];
}

/** Results that a full disk refused were decided on, so a replay from the stored ones says nothing then. */
function replayed({ stories, disturbances }: Evidence): string[] {
  if (disturbances.some(({ kind }) => kind === "disk full")) return [];
  return compareIncidents(stories).differences;
}
