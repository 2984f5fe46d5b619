import { placeOf } from "@/lib/contract/core/regions";
import { errorClass, hostOf, type Problem } from "@/lib/domain/incidents/problem";
import { latestExchanges } from "@/lib/store/checks/exchanges";
import type { Tx } from "@/lib/store/core/tx";
import { type IncidentSubject, incidentSubject } from "@/lib/store/incidents/open-incidents";
import type { MonitorEvaluation, TimedDecision } from "./monitor-evaluation";
import type { TimedResult } from "./timed-result";

/** A runner records an ongoing failure once an hour, so its request and response may be this much older than the decision. */
const EXCHANGE_BEFORE_MS = 3600_000;
const EXCHANGE_REGIONS_MAX = 3;

export type OpenDecision = Extract<TimedDecision, { kind: "open" }> & { readonly isLate: boolean };

/** The description of a failure in an incident. */
export type Description = Awaited<ReturnType<typeof descriptionOf>>;

/** Reads the description of a failure before a lock on the project makes others wait. */
export async function descriptionOf(trx: Tx, work: MonitorEvaluation, decision: OpenDecision) {
  const subject = await incidentSubject(trx, work.facts.project_id, work.facts.id);
  return {
    subject,
    problem: problemOf(work, subject, decision),
    regions: seenBy(decision, work.named),
    exchanges: await exchangesFor(trx, work, decision),
  };
}

function seenBy(decision: OpenDecision, named: ReadonlySet<string>) {
  return decision.failing.map(({ region, error }) => ({ region, place: placeOf(region, named), error }));
}

/**
 * Returns the requests and responses of the failing regions, stored with the decision because raw results are deleted much
 * earlier.
 */
async function exchangesFor(trx: Tx, { facts }: MonitorEvaluation, decision: OpenDecision) {
  const monitor = { projectId: facts.project_id, monitorId: facts.id };
  const regions = decision.failing.map(({ region }) => region);
  const since = new Date(decision.at - EXCHANGE_BEFORE_MS);
  const exchanges = await latestExchanges(trx, monitor, regions, since, EXCHANGE_REGIONS_MAX);
  return exchanges.length > 0 ? exchanges : undefined;
}

function problemOf(
  work: MonitorEvaluation,
  subject: IncidentSubject,
  { failing }: Pick<OpenDecision, "failing">,
): Problem {
  const code = failing.find((region) => region.error)?.error?.code;
  return { class: errorClass(code), host: hostOf(subject.request), ...latestFailure(work.entries) };
}

/** Returns address and certificate of the latest failed check. */
function latestFailure(entries: readonly TimedResult[]): {
  address: string | null;
  certificate: string | null;
} {
  const failed = entries.findLast(({ result }) => result.outcome === "down")?.result;
  return {
    address: failed?.remote_address ?? null,
    certificate: failed?.certificate?.fingerprint_sha256 ?? null,
  };
}
