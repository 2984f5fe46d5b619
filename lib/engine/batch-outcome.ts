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
import { applyDecision, type Recovering, recoverAll } from "./incident-decision";
import { type Failure, openIncidents } from "./incident-opening";
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
  for (const step of stepsOf([...busy].sort((a, b) => order(a) - order(b)))) {
    const { projectId, works } = step;
    const ids = await applyStep(trx, step, clocks);
    incidents.push(...ids.map((incidentId) => ({ projectId, incidentId })));
    for (const work of works) {
      const seen = work.newUp();
      if (seen) await writeObservedUp(trx, projectId, seen.incidentId, work.facts.id, seen.up);
    }
  }
  const changed = busy.filter((work) => work.changedPublicly()).map((work) => work.facts.project_id);
  for (const projectId of [...new Set(changed)].sort((a, b) => a - b))
    await requestPageRender(trx, projectId);
  return incidents;
}

/** Monitors of one project whose consequences are written together. Nothing happens to `failures` but that they fail, nor to `recoveries`. */
interface Step {
  readonly projectId: number;
  readonly works: MonitorEvaluation[];
  readonly failures: Failure[];
  readonly recoveries: Recovering[];
}

/** Splits a batch, keeping its order: a project's monitors that only fail are one step, as are those that only recover; every other is its own. */
function stepsOf(ordered: readonly MonitorEvaluation[]): Step[] {
  const steps: Step[] = [];
  for (const work of ordered) {
    const { project_id: projectId } = work.facts;
    const [first, ...further] = work.corrections.length > 0 ? [] : work.decisions;
    const decision = further.length > 0 ? undefined : first;
    const failures = decision?.kind === "open" ? [{ work, decision }] : [];
    const recoveries = decision?.kind === "recovered" ? [{ work, decision }] : [];
    const last = steps.at(-1);
    const isAlike =
      last?.projectId === projectId &&
      (failures.length > 0 ? last.failures.length > 0 : recoveries.length > 0 && last.recoveries.length > 0);
    if (isAlike) {
      last.works.push(work);
      last.failures.push(...failures);
      last.recoveries.push(...recoveries);
    } else steps.push({ projectId, works: [work], failures, recoveries });
  }
  return steps;
}

/** Returns the incidents that changed. */
async function applyStep(
  trx: Tx,
  { projectId, works, failures, recoveries }: Step,
  clocks: Clocks,
): Promise<number[]> {
  if (failures.length > 0) {
    const ids = await openIncidents(trx, projectId, failures, clocks.sentMs);
    for (const [at, { work }] of failures.entries()) work.incidentId = ids[at] ?? null;
    return ids;
  }
  if (recoveries.length > 0) return recoverAll(trx, projectId, recoveries, clocks.sentMs);
  return applyAll(trx, works, clocks);
}

async function applyAll(trx: Tx, works: readonly MonitorEvaluation[], clocks: Clocks): Promise<number[]> {
  const ids: number[] = [];
  for (const work of works) {
    for (const correction of work.corrections) ids.push(await applyCorrection(trx, work, correction, clocks));
    for (const decision of work.decisions) ids.push(await applyDecision(trx, work, decision, clocks.sentMs));
  }
  return ids;
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
