import type { IncidentDecision } from "@/lib/domain/incident-step";
import { draftIncident, targetOf } from "@/lib/domain/incident-text";
import { present } from "@/lib/shared/assert";
import { recordEvent } from "@/lib/store/events";
import { addTimeline, insertIncident, updateIncidentRow } from "@/lib/store/incident-writes";
import { nextIncidentNumber } from "@/lib/store/incidents";
import { attachOpenMonitor, incidentSubject, lastRecoveryOf } from "@/lib/store/incidents-engine";
import type { Tx } from "@/lib/store/tx";
import { recoverIncidentRow } from "./incident-recovery";
import type { MonitorWork } from "./monitor-work";

/** Writes one decision with its reason. Returns the incident's id. */
export async function applyDecision(trx: Tx, work: MonitorWork, decision: IncidentDecision): Promise<number> {
  const projectId = work.facts.project_id;
  if (decision.kind === "open") {
    work.incidentId = await openIncident(trx, work, decision);
    return work.incidentId;
  }
  const incidentId = present(work.incidentId, "the open incident");
  const { reason } = decision;
  const at = new Date(decision.at);
  if (decision.kind === "recovered") {
    await recoverIncidentRow(trx, { projectId, incidentId, at, reason });
    return incidentId;
  }
  await updateIncidentRow(trx, projectId, incidentId, { status: decision.kind });
  await addTimeline(trx, { projectId, incidentId, kind: decision.kind, reason, occurredAt: at });
  return incidentId;
}

async function openIncident(
  trx: Tx,
  work: MonitorWork,
  decision: Extract<IncidentDecision, { kind: "open" }>,
): Promise<number> {
  const { project_id: projectId, id: monitorId, regions } = work.facts;
  const subject = await incidentSubject(trx, monitorId);
  const target = targetOf(subject.protocol, subject.request);
  const text = draftIncident({
    monitor: subject.name,
    target,
    failing: decision.failing,
    regionCount: regions.length,
    since: decision.at,
  });
  // After a recovery by hand while the target still fails, the new incident begins where the old one was ended.
  const lastRecovery = await lastRecoveryOf(trx, monitorId);
  const incidentAt = new Date(Math.max(decision.at, lastRecovery?.getTime() ?? 0));
  const incidentId = await insertIncident(trx, {
    ...(await nextIncidentNumber(trx, projectId)),
    ...text,
    project_id: projectId,
    type: "monitor",
    impact: "unknown",
    status: decision.status,
    incident_at: incidentAt,
    problem: JSON.stringify({ code: decision.failing[0]?.error?.code ?? null, target }),
  });
  await attachOpenMonitor(trx, { projectId, incidentId, monitorId, failingSince: incidentAt });
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "opened",
    reason: decision.reason,
    occurredAt: incidentAt,
    detail: {
      monitor_id: monitorId,
      regions: decision.failing.map(({ region, error }) => ({ region, error })),
    },
  });
  await recordEvent(trx, {
    projectId,
    key: "uptime.incident.created",
    occurredAt: incidentAt,
    incidentId,
    monitorId,
  });
  return incidentId;
}
