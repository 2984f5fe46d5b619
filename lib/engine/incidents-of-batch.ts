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
