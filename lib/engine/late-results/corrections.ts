import {
  type Correction,
  endOf,
  isSameUp,
  movedText,
  upOf,
  waitsUntil,
  withdrawnText,
} from "@/lib/domain/incidents/correction";
import { STABLE_RECOVERY_MS } from "@/lib/domain/incidents/flapping";
import type { ReplayedIncident } from "@/lib/domain/incidents/replay";
import { recordEvent } from "@/lib/store/alerting/events";
import type { Tx } from "@/lib/store/core/tx";
import {
  addTimeline,
  markRecovered,
  moveMonitorSpan,
  updateIncidentRow,
  writeObservedUp,
} from "@/lib/store/incidents/writes";
import { continueIncident, delayRecovery } from "../flapping";
import { openRecomputed } from "../incident-opening";
import { endIncident } from "../incident-recovery";
import type { MonitorEvaluation } from "../monitor-evaluation";

/** The server's clock, and the runner's clock when it sent the results. Epoch milliseconds. */
export interface Clocks {
  readonly nowMs: number;
  readonly sentMs: number;
}

type Change = Extract<Correction, { kind: "change" }>;

/**
 * Applies a correction from late results to the recorded incidents and adds it to the timeline. Sent notifications stay: no
 * incident is announced twice, and one that ended before it was reported isn't announced at all. Returns the incident's ID.
 */
export async function applyCorrection(
  trx: Tx,
  work: MonitorEvaluation,
  correction: Correction,
  clocks: Clocks,
): Promise<number> {
  if (correction.kind === "add") return add(trx, work, correction.incident, clocks);
  if (correction.kind === "withdraw") await withdraw(trx, work, correction, clocks.nowMs);
  else await change(trx, work, correction, clocks.nowMs);
  return correction.recorded.id;
}

async function add(
  trx: Tx,
  work: MonitorEvaluation,
  incident: ReplayedIncident,
  clocks: Clocks,
): Promise<number> {
  const { project_id: projectId, id: monitorId } = work.facts;
  const incidentId = await openRecomputed(trx, work, incident, clocks.sentMs);
  const { recoveredAt, waitingSince, up, latest } = incident;
  await writeObservedUp(trx, projectId, incidentId, monitorId, up);
  const recovery = { projectId, incidentId, reason: latest.reason };
  if (recoveredAt !== null) {
    await endIncident(trx, { ...recovery, at: new Date(recoveredAt) });
    await noteWait(trx, projectId, incidentId, incident);
  } else {
    work.incidentId = incidentId;
    if (waitingSince !== null)
      await delayRecovery(trx, { ...recovery, at: new Date(waitingSince) }, waitFrom(waitingSince));
  }
  return incidentId;
}

async function withdraw(
  trx: Tx,
  work: MonitorEvaluation,
  { recorded, into }: Extract<Correction, { kind: "withdraw" }>,
  nowMs: number,
): Promise<void> {
  const { project_id: projectId } = work.facts;
  const incidentId = recorded.id;
  if (recorded.recoveredAt === null) {
    // Everyone notified of the start is notified of the recovery.
    const at = new Date(recorded.at + 1000);
    await markRecovered(trx, projectId, incidentId, at);
    await recordEvent(trx, { projectId, key: "uptime.incident.recovered", occurredAt: at, incidentId });
  }
  const occurredAt = new Date(nowMs);
  await updateIncidentRow(trx, projectId, incidentId, {
    withdrawn_at: occurredAt,
    exclude_from_downtime: true,
  });
  const reason = withdrawnText(recorded, into);
  await addTimeline(trx, { projectId, incidentId, kind: "corrected", reason, occurredAt });
}

async function change(
  trx: Tx,
  work: MonitorEvaluation,
  { recorded, incident }: Change,
  nowMs: number,
): Promise<void> {
  const { project_id: projectId, id: monitorId } = work.facts;
  const incidentId = recorded.id;
  const wasOpen = recorded.recoveredAt === null;
  const end = wasOpen ? null : endOf(incident);
  if (recorded.at !== incident.at || (end !== null && recorded.recoveredAt !== end)) {
    const [incidentAt, recoveryAt] = [new Date(incident.at), end === null ? null : new Date(end)];
    const times = { incident_at: incidentAt, recovery_at: recoveryAt };
    await updateIncidentRow(trx, projectId, incidentId, times);
    await moveMonitorSpan(trx, {
      projectId,
      incidentId,
      monitorId,
      failingSince: incidentAt,
      recoveredAt: recoveryAt,
    });
    const reason = movedText(recorded, incident.at, end);
    const occurredAt = new Date(nowMs);
    if (reason) await addTimeline(trx, { projectId, incidentId, kind: "corrected", reason, occurredAt });
  }
  const up = upOf(recorded, incident);
  if (!isSameUp(up, recorded.up)) await writeObservedUp(trx, projectId, incidentId, monitorId, up);
  if (wasOpen) await carryOn(trx, work, { recorded, incident });
  else await noteWait(trx, projectId, incidentId, incident);
}

/** Stores when the wait for stable recovery ended. A later result from that time may still show that it was not stable. */
function noteWait(trx: Tx, projectId: number, incidentId: number, incident: ReplayedIncident): Promise<void> {
  const until = waitsUntil(incident);
  return updateIncidentRow(trx, projectId, incidentId, {
    stable_at: until === null ? null : new Date(until),
  });
}

/** Applies to an open incident what live results would have decided. */
async function carryOn(
  trx: Tx,
  work: MonitorEvaluation,
  { recorded, incident }: Omit<Change, "kind">,
): Promise<void> {
  const projectId = work.facts.project_id;
  const incidentId = recorded.id;
  const { recoveredAt, waitingSince, status, latest } = incident;
  const { reason } = latest;
  const news = { projectId, incidentId, reason, at: new Date(latest.at) };
  if (recoveredAt !== null) {
    await endIncident(trx, { ...news, at: new Date(recoveredAt) });
    await noteWait(trx, projectId, incidentId, incident);
    return;
  }
  work.incidentId = incidentId;
  if (waitingSince !== null) {
    if (recorded.waitingUntil === waitingSince + STABLE_RECOVERY_MS) return;
    await delayRecovery(trx, { ...news, at: new Date(waitingSince) }, waitFrom(waitingSince));
  } else if (recorded.waitingUntil !== null) await continueIncident(trx, news);
  else if (recorded.status !== status) {
    await updateIncidentRow(trx, projectId, incidentId, { status });
    await addTimeline(trx, { projectId, incidentId, kind: status, reason, occurredAt: news.at });
  }
}

function waitFrom(at: number) {
  return {
    until: at + STABLE_RECOVERY_MS,
    reason: "The monitor is flapping and must stay up for 10 minutes",
  };
}
