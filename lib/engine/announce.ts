import type { MonitorStatus } from "@/lib/contract/monitors/states";
import type { LiveChecks } from "@/lib/contract/reports/live";
import { hint } from "@/lib/store/core/hints";
import type { ChangedIncident } from "./incidents-of-batch";
import type { MonitorEvaluation } from "./monitor-evaluation";

/** More wouldn't fit into one NOTIFY, which is limited to 8,000 bytes. */
const CHECKED_MAX = 300;
const CHANGED_MAX = 50;

/** Notifies open dashboards of new results, changed statuses, and changed incidents. */
export function announce(works: readonly MonitorEvaluation[], incidents: readonly ChangedIncident[]): void {
  for (const [projectId, own] of byProject(works)) announceChecks(projectId, own);
  for (const { projectId, incidentId } of incidents)
    hint("live", { project_id: projectId, topic: "incidents", id: incidentId });
}

function announceChecks(projectId: number, works: readonly MonitorEvaluation[]): void {
  for (let start = 0; start < works.length; start += CHECKED_MAX) {
    const some = works.slice(start, start + CHECKED_MAX);
    const changed = some.flatMap((work) => {
      const status = newStatus(work);
      return status ? [{ id: work.facts.id, status }] : [];
    });
    if (changed.length > CHANGED_MAX) hint("live", { project_id: projectId, topic: "monitors" });
    else {
      const checks: LiveChecks = {
        project_id: projectId,
        checked: some.map(({ facts }) => facts.id),
        changed,
      };
      hint("live", checks);
    }
  }
}

/** Returns the status to show from now on, or null if the batch didn't change it. Data that was missing has arrived. */
function newStatus(work: MonitorEvaluation): MonitorStatus | null {
  const { facts, observed, status } = work;
  return status?.status ?? (observed.dataMissing && !facts.stopped ? observed.status : null);
}

function byProject(works: readonly MonitorEvaluation[]): Map<number, MonitorEvaluation[]> {
  const found = new Map<number, MonitorEvaluation[]>();
  for (const work of works) {
    const own = found.get(work.facts.project_id);
    if (own) own.push(work);
    else found.set(work.facts.project_id, [work]);
  }
  return found;
}
