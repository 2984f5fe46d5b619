import { placeOf } from "@/lib/contract/core/regions";
import { errorClass, hostOf, type Problem } from "@/lib/domain/incidents/problem";
import { present } from "@/lib/shared/assert";
import { latestExchanges, type RegionExchange } from "@/lib/store/checks/exchanges";
import type { Tx } from "@/lib/store/core/tx";
import { type IncidentSubject, incidentSubjects } from "@/lib/store/incidents/open-incidents";
import type { MonitorEvaluation, TimedDecision } from "./monitor-evaluation";
import type { TimedResult } from "./timed-result";

/** A runner records an ongoing failure once an hour, so its request and response may be this much older than the decision. */
const EXCHANGE_BEFORE_MS = 3600_000;
const EXCHANGE_REGIONS_MAX = 3;

export type OpenDecision = Extract<TimedDecision, { kind: "open" }> & { readonly isLate: boolean };

/** A monitor and its confirmed failure. */
export interface Opening {
  readonly work: MonitorEvaluation;
  readonly decision: OpenDecision;
}

/** The description of a failure in an incident. */
export interface Description extends Opening {
  readonly subject: IncidentSubject;
  readonly problem: Problem;
  readonly regions: ReturnType<typeof seenBy>;
  /**
   * The requests and responses of the failing regions, stored with the decision because raw results are deleted much earlier;
   * undefined without any.
   */
  readonly exchanges: readonly RegionExchange[] | undefined;
}

/** Reads the descriptions of failures in a project, before a lock on the project makes others wait. */
export async function describeFailures(
  trx: Tx,
  projectId: number,
  openings: readonly Opening[],
): Promise<Description[]> {
  const ids = openings.map(({ work }) => work.facts.id);
  const subjects = await incidentSubjects(trx, projectId, ids);
  const failing = openings.map(({ work, decision }) => ({
    monitorId: work.facts.id,
    regions: decision.failing.map(({ region }) => region),
    since: new Date(decision.at - EXCHANGE_BEFORE_MS),
  }));
  const stored = await latestExchanges(trx, projectId, failing, EXCHANGE_REGIONS_MAX);
  return openings.map(({ work, decision }) => {
    const subject = present(subjects.get(work.facts.id), "the monitor");
    const exchanges = stored.get(work.facts.id) ?? [];
    return {
      ...{ work, decision, subject },
      problem: problemOf(work, subject, decision),
      regions: seenBy(decision, work.named),
      exchanges: exchanges.length > 0 ? exchanges : undefined,
    };
  });
}

function seenBy(decision: OpenDecision, named: ReadonlySet<string>) {
  return decision.failing.map(({ region, error }) => ({ region, place: placeOf(region, named), error }));
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
