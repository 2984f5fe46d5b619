import type { MonitorStatus } from "@/lib/contract/monitors/states";
import type { LiveChecks } from "@/lib/contract/reports/live";
import type { SeenCertificate } from "@/lib/store/checks/certificates";
import type { ResultWrite } from "@/lib/store/checks/result-writes";
import { hint } from "@/lib/store/core/hints";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { lockNumbers } from "@/lib/store/incidents/numbers";
import { lockOpenIncidents, type RecoveryRow, recentRecoveries } from "@/lib/store/incidents/open-incidents";
import { writeObservedUp } from "@/lib/store/incidents/writes";
import { namedRegions } from "@/lib/store/runners/runners";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { applyDecision } from "./incident-decision";
import { applyCorrection, type Clocks } from "./late-results/corrections";
import type { MonitorEvaluation } from "./monitor-evaluation";
import type { TimedResult } from "./timed-result";

export interface ChangedIncident {
  readonly projectId: number;
  readonly incidentId: number;
}

/** Loads the incidents of monitors that may open or close one. */
export async function loadIncidents(
  trx: Tx,
  projects: Projects,
  works: readonly MonitorEvaluation[],
): Promise<void> {
  const ids = works.map((work) => work.facts.id);
  const open = new Map((await lockOpenIncidents(trx, projects, ids)).map((row) => [row.monitor_id, row]));
  const past = new Map<number, RecoveryRow[]>(ids.map((id) => [id, []]));
  for (const row of await recentRecoveries(trx, projects, ids)) past.get(row.monitorId)?.push(row);
  const named = works.length > 0 ? await namedRegions(trx) : new Set<string>();
  for (const work of works) work.setIncidents(open.get(work.facts.id), past.get(work.facts.id) ?? [], named);
}

/** Writes what the monitors' results mean for their incidents. Returns the incidents that changed. */
export async function applyDecisions(
  trx: Tx,
  busy: readonly MonitorEvaluation[],
  clocks: Clocks,
): Promise<ChangedIncident[]> {
  const incidents: ChangedIncident[] = [];
  // Opening comes last and in project ID order, because it may lock the project's numbers until commit. Requesting renders locks even later.
  const order = (work: MonitorEvaluation) => (openings(work) > 0 ? work.facts.project_id : 0);
  await lockNumbers(trx, openingSeveral(busy));
  for (const work of [...busy].sort((a, b) => order(a) - order(b))) {
    const projectId = work.facts.project_id;
    for (const correction of work.corrections)
      incidents.push({ projectId, incidentId: await applyCorrection(trx, work, correction, clocks) });
    for (const decision of work.decisions)
      incidents.push({ projectId, incidentId: await applyDecision(trx, work, decision, clocks.sentMs) });
    const changed = work.newUp();
    if (changed) await writeObservedUp(trx, projectId, changed.incidentId, work.facts.id, changed.up);
  }
  const changed = busy.filter((work) => work.changedPublicly()).map((work) => work.facts.project_id);
  for (const projectId of [...new Set(changed)].sort((a, b) => a - b))
    await requestPageRender(trx, projectId);
  return incidents;
}

/** Returns the projects in which the batch may join several incidents. It must not lock these in another order than others do. */
function openingSeveral(busy: readonly MonitorEvaluation[]): number[] {
  const projects = busy.flatMap((work) => Array<number>(openings(work)).fill(work.facts.project_id));
  return [...new Set(projects.filter((id, index) => projects.indexOf(id) !== index))];
}

/** Returns how many incidents a monitor may open in this batch. */
function openings({ decisions, corrections }: MonitorEvaluation): number {
  return [...decisions, ...corrections].filter(({ kind }) => kind === "open" || kind === "add").length;
}

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
