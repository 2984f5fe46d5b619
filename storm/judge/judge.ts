import type { Evidence } from "./evidence";
import { identity } from "./generated";
import { compareIncidents } from "./incidents";
import { wrongNotifications } from "./notifications";
import { falseIncidents, missedOutages, tooFewJudged } from "./outages";
import { brokenPages, leaks, lostWrites } from "./outside";
import { comparePages } from "./pages";
import { falseResults, lostResults } from "./results";

export interface Section {
  readonly promise: string;
  readonly findings: readonly string[];
}

/** The promises of the product, and what broke each. */
export function judge(evidence: Evidence): Section[] {
  return [
    { promise: "every acknowledged write is stored once", findings: lostWrites(evidence) },
    { promise: "every result is stored once, with its outcome and time", findings: lostResults(evidence) },
    { promise: "every result says what the target did", findings: falseResults(evidence) },
    { promise: "incidents equal those replayed from the results", findings: replayed(evidence) },
    { promise: "no incident without an outage", findings: falseIncidents(evidence) },
    { promise: "no outage without an incident", findings: missedOutages(evidence) },
    { promise: "faults excuse only few outages", findings: tooFewJudged(evidence) },
    { promise: "every notification arrives, with one ID", findings: wrongNotifications(evidence) },
    { promise: "running servers serve the public page", findings: brokenPages(evidence) },
    { promise: "public pages say what the targets do", findings: comparePages(evidence).wrong },
    { promise: "the private page stays private", findings: leaks(evidence) },
  ];
}

/** If a failure isn't stored, a replay of its monitor's results says nothing. A full disk stores what decisions need. */
function replayed({ stories, created, stored }: Evidence): string[] {
  const kept = new Set(stored.map(identity));
  const failures = created.filter(({ outcome }) => outcome === "down");
  const lost = new Set(failures.filter((each) => !kept.has(identity(each))).map(({ monitor }) => monitor));
  return compareIncidents(stories.filter(({ facts }) => !lost.has(facts.monitorId))).differences;
}
