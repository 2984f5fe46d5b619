import { recordEvent } from "@/lib/store/events";
import { addTimeline, markRecovered } from "@/lib/store/incident-writes";
import { restartFailingRegions } from "@/lib/store/region-restart";
import { requestSeal } from "@/lib/store/seals";
import type { Tx } from "@/lib/store/tx";

/**
 * Recovers a locked open incident by hand: row, monitors, timeline, event and pages in the caller's transaction. Regions
 * that still fail start counting anew: a new incident opens only after the usual confirmations.
 */
export async function recoverIncidentRow(
  trx: Tx,
  recovery: { projectId: number; incidentId: number; at: Date; reason: string },
): Promise<void> {
  const { projectId, incidentId, at, reason } = recovery;
  await markRecovered(trx, projectId, incidentId, at);
  await restartFailingRegions(trx, incidentId);
  await addTimeline(trx, { projectId, incidentId, kind: "recovered", reason, occurredAt: at });
  await recordEvent(trx, { projectId, key: "uptime.incident.recovered", occurredAt: at, incidentId });
  await requestSeal(trx, projectId);
}
