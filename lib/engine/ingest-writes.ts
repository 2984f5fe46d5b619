import type { SeenCertificate } from "@/lib/store/checks/certificates";
import type { ResultWrite } from "@/lib/store/checks/result-writes";
import type { MonitorEvaluation } from "./monitor-evaluation";
import type { TimedResult } from "./timed-result";

/** Returns the results to store; one that doesn't count is marked. */
export function writesOf(
  accepted: readonly TimedResult[],
  works: ReadonlyMap<number, MonitorEvaluation>,
): ResultWrite[] {
  return accepted.flatMap((entry) => {
    const work = works.get(entry.result.monitor);
    return work ? [{ result: entry.result, uncounted: !work.counts(entry) }] : [];
  });
}

/** Returns the certificates that the results saw. */
export function certificatesOf(
  accepted: readonly TimedResult[],
  works: Map<number, MonitorEvaluation>,
): SeenCertificate[] {
  return accepted.flatMap(({ result }) => {
    const projectId = works.get(result.monitor)?.facts.project_id;
    if (projectId === undefined) return [];
    const { monitor: monitorId, region } = result;
    return [...(result.hop_certificates ?? []), ...(result.certificate ? [result.certificate] : [])].map(
      (facts) => ({ projectId, monitorId, region, facts }),
    );
  });
}
