import { isLate, lateText } from "@/lib/domain/alerting/late-start";
import { causesOf } from "@/lib/domain/checks/causes";
import { joinedTitle } from "@/lib/domain/incidents/mass-title";
import { openingFacts } from "@/lib/domain/incidents/model-question";
import { type Problem, sameProblem } from "@/lib/domain/incidents/problem";
import type { ReplayedIncident } from "@/lib/domain/incidents/replay";
import { draftIncident, plainIncident, targetOf } from "@/lib/domain/incidents/text";
import { present } from "@/lib/shared/assert";
import { recordEvent } from "@/lib/store/alerting/events";
import type { Tx } from "@/lib/store/core/tx";
import {
  joinIncident,
  latestPartialRecovery,
  leaveIncident,
  lockMergeable,
} from "@/lib/store/incidents/merging";
import { nextIncidentNumber } from "@/lib/store/incidents/numbers";
import { attachMonitor } from "@/lib/store/incidents/open-incidents";
import { openingDetail } from "@/lib/store/incidents/timeline";
import {
  addTimeline,
  insertIncident,
  updateIncidentRow,
  writeObservedUp,
} from "@/lib/store/incidents/writes";
import { continueIncident, delayRecovery } from "./flapping";
import { type Description, descriptionOf, type OpenDecision } from "./incident-description";
import { askForModelText, endIncident, type Recovery } from "./incident-recovery";
import type { MonitorEvaluation, TimedDecision } from "./monitor-evaluation";

/** Writes one decision with its reason. Returns the incident's ID. */
export async function applyDecision(
  trx: Tx,
  work: MonitorEvaluation,
  decision: TimedDecision,
  sentMs: number,
): Promise<number> {
  const projectId = work.facts.project_id;
  if (decision.kind === "open") {
    work.incidentId = await openOrJoin(trx, work, withLateness(work, decision, sentMs));
    return work.incidentId;
  }
  const incidentId = present(work.incidentId, "the open incident");
  const { reason } = decision;
  const change = { projectId, incidentId, at: new Date(decision.at), reason };
  if (decision.kind === "recovered") await recover(trx, work, change, decision);
  else if (decision.kind === "resumed") await continueIncident(trx, change);
  else {
    await updateIncidentRow(trx, projectId, incidentId, { status: decision.kind });
    await addTimeline(trx, { ...change, kind: decision.kind, occurredAt: change.at });
  }
  return incidentId;
}

/** Marks a decision as late. Late decisions are recorded unchanged; whether to send alerts is decided at fan-out. */
function withLateness(
  work: MonitorEvaluation,
  decision: Extract<TimedDecision, { kind: "open" }>,
  sentMs: number,
): OpenDecision {
  const { checkedAt, reason } = decision;
  // A spooled signal is still the latest news of its monitor.
  if (work.facts.reported || !isLate(checkedAt, work.facts.interval_seconds, sentMs))
    return { ...decision, isLate: false };
  return { ...decision, isLate: true, reason: `${reason}; ${lateText(checkedAt, sentMs)}` };
}

/**
 * Opens an incident found by late results. One that already ended is not announced and joins no other incident. An ongoing
 * one is announced like any other late incident. Returns its ID.
 */
export async function openRecomputed(
  trx: Tx,
  work: MonitorEvaluation,
  incident: ReplayedIncident,
  sentMs: number,
): Promise<number> {
  const { at, alertedAt: checkedAt, recoveredAt, status, latest } = incident;
  const ongoing = {
    kind: "open",
    failing: work.failing(),
    reason: `No recovery was confirmed: ${latest.reason}`,
  };
  const decision = { ...ongoing, ...incident.opening, kind: "open", at, status, checkedAt } as const;
  if (recoveredAt === null) return openOrJoin(trx, work, withLateness(work, decision, sentMs));
  const reason = `${decision.reason}; added from late results`;
  const late = { ...decision, reason, isLate: true };
  return openIncident(trx, work, late, await descriptionOf(trx, work, late), recoveredAt);
}

function lateEntities(decision: OpenDecision): Record<string, unknown> {
  return decision.isLate ? { late: "waiting" } : {};
}

/** Joins an open incident with the same kind of problem, or opens a new one. */
async function openOrJoin(trx: Tx, work: MonitorEvaluation, decision: OpenDecision): Promise<number> {
  const found = await descriptionOf(trx, work, decision);
  const { subject, problem } = found;
  const own = subject.open_incident_id;
  if (own !== null) {
    const { reason } = decision;
    const again = { projectId: work.facts.project_id, incidentId: own, at: new Date(decision.at), reason };
    await continueIncident(trx, again);
    return own;
  }
  const minutes = subject.incident_merging_time_window;
  const mergeable = subject.use_incident_merging
    ? await lockMergeable(trx, work.facts.project_id, minutes, (other) =>
        sameProblem(problem, { ...NOTHING_KNOWN, ...other }),
      )
    : null;
  if (mergeable === null) return openIncident(trx, work, decision, found);
  const { project_id: projectId, id: monitorId } = work.facts;
  const occurredAt = new Date(decision.at);
  const { id: same, builtInTitle } = mergeable;
  const joining = { projectId, incidentId: same, monitorId, failingSince: occurredAt };
  const joined = await joinIncident(trx, joining);
  work.earlierUp = joined.up;
  const cause = subject.use_incident_ai ? causesOf(decision.failing) : null;
  const title = joined.isNew && builtInTitle !== null ? joinedTitle(builtInTitle, cause) : undefined;
  await updateIncidentRow(trx, projectId, same, { status: "ongoing", title });
  const reason = `${subject.name} joined with the same kind of problem (${sharedText(problem)}): ${decision.reason}`;
  const { regions, exchanges } = found;
  const detail = { monitor_id: monitorId, regions, problem, exchanges };
  await addTimeline(trx, { projectId, incidentId: same, kind: "propagated", reason, occurredAt, detail });
  const key = "uptime.incident.propagated";
  const entities = lateEntities(decision);
  await recordEvent(trx, { projectId, key, occurredAt, incidentId: same, monitorId, entities });
  return same;
}

const NOTHING_KNOWN: Problem = { class: null, host: null, address: null, certificate: null };

function sharedText(problem: Problem): string {
  return `${problem.class} error, ${problem.host ?? problem.address ?? "the same certificate"}`;
}

/** Recovers the incident if this was its last monitor; otherwise the monitor only leaves it. */
async function recover(
  trx: Tx,
  work: MonitorEvaluation,
  recovery: Recovery,
  { wait, up }: Extract<TimedDecision, { kind: "recovered" }>,
): Promise<void> {
  const { projectId, incidentId, at, reason } = recovery;
  const monitorId = work.facts.id;
  const others = await leaveIncident(trx, { projectId, incidentId, monitorId, at });
  if (!wait || others > 0)
    await writeObservedUp(trx, projectId, incidentId, monitorId, [...work.earlierUp, ...up]);
  if (others === 0) {
    const before = await latestPartialRecovery(trx, projectId, incidentId);
    const whole = { ...recovery, at: before && before > at ? before : at };
    if (wait) await delayRecovery(trx, whole, wait);
    else await endIncident(trx, whole, { endedBy: await unrecovered(trx, work, incidentId) });
    return;
  }
  const text = `${reason}; ${others} other ${others === 1 ? "monitor in this incident is" : "monitors in this incident are"} still down`;
  await updateIncidentRow(trx, projectId, incidentId, {});
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "partially_recovered",
    reason: text,
    occurredAt: at,
    detail: { monitor_id: monitorId },
  });
  const key = "uptime.incident.partially_recovered";
  await recordEvent(trx, { projectId, key, occurredAt: at, incidentId, monitorId });
}

/** Returns why an incident ends if none of the regions that saw its failure checks the monitor anymore; null if it recovered. */
async function unrecovered(
  trx: Tx,
  { facts }: MonitorEvaluation,
  incidentId: number,
): Promise<"region_removed" | null> {
  const seen = await openingDetail(trx, facts.project_id, incidentId);
  const regions = Array.isArray(seen.regions) ? (seen.regions as { region: string }[]) : [];
  const isGone = ({ region }: { region: string }) => !facts.regions.includes(region);
  return seen.monitor_id === facts.id && regions.length > 0 && regions.every(isGone)
    ? "region_removed"
    : null;
}

async function openIncident(
  trx: Tx,
  work: MonitorEvaluation,
  decision: OpenDecision,
  { subject, problem, regions: seen, exchanges }: Description,
  over: number | null = null,
): Promise<number> {
  const { project_id: projectId, id: monitorId, regions } = work.facts;
  const draftFacts = {
    monitor: subject.name,
    target: targetOf(subject.protocol, subject.request),
    failing: decision.failing,
    places: seen.map(({ place }) => place),
    regionCount: regions.length,
    since: decision.at,
  };
  const builtIn = subject.use_incident_ai ? draftIncident(draftFacts) : plainIncident(draftFacts);
  const incidentAt = new Date(decision.at);
  const incidentId = await insertIncident(trx, {
    ...(await nextIncidentNumber(trx, projectId)),
    ...builtIn,
    project_id: projectId,
    type: "monitor",
    impact: "unknown",
    status: decision.status,
    incident_at: incidentAt,
    problem: JSON.stringify(problem),
  });
  const recoveredAt = over === null ? null : new Date(over);
  await attachMonitor(trx, { projectId, incidentId, monitorId, failingSince: incidentAt, recoveredAt });
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "opened",
    reason: decision.reason,
    occurredAt: incidentAt,
    detail: { monitor_id: monitorId, regions: seen, all_regions: seen.length >= regions.length, exchanges },
  });
  await recordEvent(trx, {
    projectId,
    key: "uptime.incident.created",
    occurredAt: incidentAt,
    incidentId,
    monitorId,
    entities: lateEntities(decision),
  });
  if (subject.use_incident_ai) {
    const asked = {
      projectId,
      incidentId,
      subject: "opening",
      builtIn,
      facts: () => openingFacts(draftFacts),
    } as const;
    await askForModelText(trx, asked);
  }
  return incidentId;
}
