import { isLate, lateText } from "@/lib/domain/alerting/late-start";
import { causesOf } from "@/lib/domain/checks/causes";
import { joinedTitle } from "@/lib/domain/incidents/mass-title";
import { openingFacts } from "@/lib/domain/incidents/model-question";
import { type Problem, sameProblem } from "@/lib/domain/incidents/problem";
import type { ReplayedIncident } from "@/lib/domain/incidents/replay";
import { draftIncident, plainIncident, targetOf } from "@/lib/domain/incidents/text";
import { present } from "@/lib/shared/assert";
import { recordEvent, recordEvents } from "@/lib/store/alerting/events";
import type { Tx } from "@/lib/store/core/tx";
import { joinIncident, type MergeableIncident, MergeableIncidents } from "@/lib/store/incidents/merging";
import { nextIncidentNumber } from "@/lib/store/incidents/numbers";
import { attachMonitor } from "@/lib/store/incidents/open-incidents";
import { addTimeline, addTimelines, insertIncident, updateIncidentRow } from "@/lib/store/incidents/writes";
import { continueIncident } from "./flapping";
import { type Description, describeFailures, type OpenDecision } from "./incident-description";
import { askForModelText } from "./incident-recovery";
import type { MonitorEvaluation, TimedDecision } from "./monitor-evaluation";

/** A monitor and its confirmed failure, which may be late. */
export interface Failure {
  readonly work: MonitorEvaluation;
  readonly decision: Extract<TimedDecision, { kind: "open" }>;
}

/**
 * Opens incidents for failures in one project, or adds the monitors to open ones with the same kind of problem. What failures have in
 * common is read and written once, so that a mass outage doesn't take many statements for each monitor. Returns the incident of each.
 */
export async function openIncidents(
  trx: Tx,
  projectId: number,
  failures: readonly Failure[],
  sentMs: number,
): Promise<number[]> {
  const openings = failures.map(({ work, decision }) => ({
    work,
    decision: withLateness(work, decision, sentMs),
  }));
  const found = await describeFailures(trx, projectId, openings);
  const joining: { same: MergeableIncident; one: Description }[] = [];
  const ids: number[] = [];
  let mergeable: MergeableIncidents | null = null;
  for (const one of found) {
    const { subject, decision, problem } = one;
    const own = subject.open_incident_id;
    if (own !== null) {
      const { at, reason } = decision;
      await continueIncident(trx, { projectId, incidentId: own, at: new Date(at), reason });
      ids.push(own);
      continue;
    }
    mergeable ??= new MergeableIncidents(trx, projectId, subject.incident_merging_time_window);
    const same = subject.use_incident_merging
      ? await mergeable.lockMatch((other) => sameProblem(problem, { ...NOTHING_KNOWN, ...other }))
      : null;
    if (same) joining.push({ same, one });
    ids.push(same ? same.id : await openIncident(trx, one, mergeable));
  }
  for (const incident of new Set(joining.map(({ same }) => same))) {
    const monitors = joining.filter(({ same }) => same === incident).map(({ one }) => one);
    await join(trx, projectId, incident, monitors);
  }
  return ids;
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
  const projectId = work.facts.project_id;
  if (recoveredAt === null) {
    const [opened] = await openIncidents(trx, projectId, [{ work, decision }], sentMs);
    return present(opened, "the ID of an incident");
  }
  const late = { ...decision, reason: `${decision.reason}; added from late results`, isLate: true };
  const [found] = await describeFailures(trx, projectId, [{ work, decision: late }]);
  return openIncident(trx, present(found, "the failure"), null, recoveredAt);
}

function lateEntities(decision: OpenDecision): Record<string, unknown> {
  return decision.isLate ? { late: "waiting" } : {};
}

/** Adds monitors to an open, locked incident with the same kind of problem. */
async function join(
  trx: Tx,
  projectId: number,
  { id: incidentId, builtInTitle }: MergeableIncident,
  monitors: readonly Description[],
): Promise<void> {
  const joined = await joinIncident(
    trx,
    { projectId, incidentId },
    monitors.map(({ work, decision }) => ({
      monitorId: work.facts.id,
      failingSince: new Date(decision.at),
    })),
  );
  let title = builtInTitle;
  for (const { work, subject, decision } of monitors) {
    const { up = [], isNew } = joined.get(work.facts.id) ?? {};
    work.earlierUp = up;
    const cause = subject.use_incident_ai ? causesOf(decision.failing) : null;
    if (isNew && title !== null) title = joinedTitle(title, cause);
  }
  await updateIncidentRow(trx, projectId, incidentId, {
    status: "ongoing",
    title: title === builtInTitle ? undefined : (title ?? undefined),
  });
  await addTimelines(
    trx,
    monitors.map(({ work, subject, decision, problem, regions, exchanges }) => ({
      ...{ projectId, incidentId, kind: "propagated", occurredAt: new Date(decision.at) },
      reason: `${subject.name} joined with the same kind of problem (${sharedText(problem)}): ${decision.reason}`,
      detail: { monitor_id: work.facts.id, regions, problem, exchanges },
    })),
  );
  await recordEvents(
    trx,
    monitors.map(({ work, decision, regions }) => ({
      ...{ projectId, incidentId, monitorId: work.facts.id, occurredAt: new Date(decision.at) },
      key: "uptime.incident.propagated",
      entities: { ...lateEntities(decision), seen: { monitorId: work.facts.id, regions } },
    })),
  );
}

const NOTHING_KNOWN: Problem = { class: null, host: null, address: null, certificate: null };

function sharedText(problem: Problem): string {
  return `${problem.class} error, ${problem.host ?? problem.address ?? "the same certificate"}`;
}

/** Opens an incident, which ended at `over`, if that is given. Returns its ID. */
async function openIncident(
  trx: Tx,
  { work, decision, subject, problem, regions: seen, exchanges }: Description,
  mergeable: MergeableIncidents | null,
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
  mergeable?.add(incidentId, problem, builtIn.title);
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
