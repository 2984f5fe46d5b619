import type { HeartbeatKey } from "@/lib/store/checks/heartbeats";
import type { Tx } from "@/lib/store/core/tx";
import { lockIncident } from "@/lib/store/incidents/incidents";
import { openIncidentOf } from "@/lib/store/incidents/open-incidents";
import { addTimeline, updateIncidentRow } from "@/lib/store/incidents/writes";
import type { ChangedIncident } from "./batch-outcome";

/** Acknowledges a monitor's open incident for someone whom another system names. Only the first acknowledgment counts. */
export async function acknowledge(
  trx: Tx,
  { projectId, monitorId }: HeartbeatKey,
  by: string | undefined,
  at: Date,
): Promise<ChangedIncident[]> {
  const incidentId = by === undefined ? null : await openIncidentOf(trx, projectId, monitorId);
  const stored = incidentId === null ? undefined : await lockIncident(trx, projectId, incidentId);
  if (!by || incidentId === null || !stored || stored.acknowledged_at !== null) return [];
  await updateIncidentRow(trx, projectId, incidentId, { acknowledged_at: at, acknowledged_by: by });
  const reason = `${by} acknowledged the incident.`;
  await addTimeline(trx, { projectId, incidentId, kind: "acknowledged", reason, occurredAt: at });
  return [{ projectId, incidentId }];
}
