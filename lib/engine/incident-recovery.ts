import { recordEvent } from "@/lib/store/alerting/events";
import { restartFailingRegions } from "@/lib/store/checks/region-restart";
import type { Tx } from "@/lib/store/core/tx";
import { addTimeline, markRecovered, updateIncidentRow } from "@/lib/store/incidents/writes";
import { requestSeal } from "@/lib/store/status-pages/render-requests";
import { notePostMortem } from "./post-mortem-note";

export interface Recovery {
  readonly projectId: number;
  readonly incidentId: number;
  readonly at: Date;
  readonly reason: string;
}

/**
 * Recovers a locked open incident on behalf of a person: row, monitors, timeline, event, and pages in the caller's
 * transaction. Regions that are still failing start counting again, so a new incident requires the usual consecutive
 * failures.
 */
export async function recoverIncidentRow(trx: Tx, recovery: Recovery): Promise<void> {
  await restartFailingRegions(trx, recovery.incidentId);
  await updateIncidentRow(trx, recovery.projectId, recovery.incidentId, { times_by_hand: true });
  await endIncident(trx, recovery);
}

/**
 * Recovers an incident by the rules. Regions below the required number may still fail and keep their verdict. A post-mortem
 * draft is written either way.
 */
export async function endIncident(trx: Tx, { projectId, incidentId, at, reason }: Recovery): Promise<void> {
  await markRecovered(trx, projectId, incidentId, at);
  await addTimeline(trx, { projectId, incidentId, kind: "recovered", reason, occurredAt: at });
  await recordEvent(trx, { projectId, key: "uptime.incident.recovered", occurredAt: at, incidentId });
  await requestSeal(trx, projectId);
  await notePostMortem(trx, projectId, incidentId, at);
}
