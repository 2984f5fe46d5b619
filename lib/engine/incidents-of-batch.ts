import type { Tx } from "@/lib/store/core/tx";
import { lockOpenIncidents, type RecoveryRow, recentRecoveries } from "@/lib/store/incidents/open-incidents";
import { writeObservedUp } from "@/lib/store/incidents/writes";
import { namedRegions } from "@/lib/store/runners/runners";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { applyDecision } from "./incident-decision";
import { applyCorrection, type Clocks } from "./late-results/corrections";
import type { MonitorWork } from "./monitor-work";

export interface ChangedIncident {
  readonly projectId: number;
  readonly incidentId: number;
}

/** Loads the incidents of monitors that may open or close one. */
export async function loadIncidents(trx: Tx, works: readonly MonitorWork[]): Promise<void> {
  const ids = works.map((work) => work.facts.id);
  const open = new Map((await lockOpenIncidents(trx, ids)).map((row) => [row.monitor_id, row]));
  const past = new Map<number, RecoveryRow[]>(ids.map((id) => [id, []]));
  for (const row of await recentRecoveries(trx, ids)) past.get(row.monitorId)?.push(row);
  const named = works.length > 0 ? await namedRegions(trx) : new Set<string>();
  for (const work of works) work.setIncidents(open.get(work.facts.id), past.get(work.facts.id) ?? [], named);
}

/** Writes what the monitors' results mean for their incidents. Returns the incidents that changed. */
export async function applyDecisions(
  trx: Tx,
  busy: readonly MonitorWork[],
  clocks: Clocks,
): Promise<ChangedIncident[]> {
  const incidents: ChangedIncident[] = [];
  // In project ID order, because numbering incidents and requesting renders lock project rows.
  const deciding = busy
    .filter((work) => work.changedPublicly())
    .sort((a, b) => a.facts.project_id - b.facts.project_id);
  for (const work of deciding) {
    const projectId = work.facts.project_id;
    for (const correction of work.corrections)
      incidents.push({ projectId, incidentId: await applyCorrection(trx, work, correction, clocks) });
    for (const decision of work.decisions)
      incidents.push({ projectId, incidentId: await applyDecision(trx, work, decision, clocks.sentMs) });
  }
  for (const work of busy) {
    const changed = work.newUp();
    if (changed) await writeObservedUp(trx, changed.incidentId, work.facts.id, changed.up);
  }
  for (const projectId of new Set(deciding.map((work) => work.facts.project_id)))
    await requestPageRender(trx, projectId);
  return incidents;
}
