import { present } from "@/lib/shared/assert";
import { recordEvents } from "@/lib/store/alerting/events";
import type { Tx } from "@/lib/store/core/tx";
import { countOpenMonitors, latestPartialRecovery, leaveIncident } from "@/lib/store/incidents/merging";
import { openingDetail } from "@/lib/store/incidents/timeline";
import { addTimeline, addTimelines, updateIncidentRow, writeObservedUp } from "@/lib/store/incidents/writes";
import { continueIncident, delayRecovery } from "./flapping";
import { openIncidents } from "./incident-opening";
import { endIncident, type Recovery } from "./incident-recovery";
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
    const [opened] = await openIncidents(trx, projectId, [{ work, decision }], sentMs);
    work.incidentId = present(opened, "the ID of an incident");
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

/** Recovers the incident if this was its last monitor; otherwise the monitor only leaves it. */
async function recover(
  trx: Tx,
  work: MonitorEvaluation,
  recovery: Recovery,
  decision: Recovered,
): Promise<void> {
  const { projectId, incidentId, at } = recovery;
  const { wait, up } = decision;
  const open = await countOpenMonitors(trx, projectId, incidentId);
  if (open > 1) return leave(trx, incidentId, [{ work, decision }], open);
  if (!wait) await writeObservedUp(trx, projectId, incidentId, work.facts.id, [...work.earlierUp, ...up]);
  const before = await latestPartialRecovery(trx, projectId, incidentId);
  const whole = { ...recovery, at: before && before > at ? before : at };
  if (wait) await delayRecovery(trx, whole, wait);
  else await endIncident(trx, whole, { endedBy: await unrecovered(trx, work, incidentId) });
}

type Recovered = Extract<TimedDecision, { kind: "recovered" }>;

/** A monitor of whose results all that follows is that it recovered. */
export interface Recovering {
  readonly work: MonitorEvaluation;
  readonly decision: Recovered;
}

/** Writes the recoveries of one project's monitors: of the monitors of one incident at once, as long as others keep it open. Returns their incidents. */
export async function recoverAll(
  trx: Tx,
  projectId: number,
  recovering: readonly Recovering[],
  sentMs: number,
): Promise<number[]> {
  const byIncident = new Map<number, Recovering[]>();
  for (const one of recovering) {
    const incidentId = present(one.work.incidentId, "the open incident");
    const own = byIncident.get(incidentId);
    if (own) own.push(one);
    else byIncident.set(incidentId, [one]);
  }
  for (const [incidentId, own] of byIncident) {
    const open = own.length === 1 ? 1 : await countOpenMonitors(trx, projectId, incidentId);
    const leaving = own.slice(0, open - 1);
    if (leaving.length > 0) await leave(trx, incidentId, leaving, open);
    for (const { work, decision } of own.slice(leaving.length))
      await applyDecision(trx, work, decision, sentMs);
  }
  return [...byIncident.keys()];
}

/** Lets monitors leave their incident, which `open` monitors kept open before. */
async function leave(
  trx: Tx,
  incidentId: number,
  leaving: readonly Recovering[],
  open: number,
): Promise<void> {
  const monitors = leaving.map(({ work, decision }) => ({
    ...{ projectId: work.facts.project_id, incidentId, monitorId: work.facts.id },
    ...{ at: new Date(decision.at), up: [...work.earlierUp, ...decision.up], reason: decision.reason },
  }));
  const projectId = present(monitors[0], "a monitor that recovered").projectId;
  await leaveIncident(trx, { projectId, incidentId }, monitors);
  await updateIncidentRow(trx, projectId, incidentId, {});
  const lines = monitors.map(({ at, reason, monitorId }, place) => ({
    ...{
      projectId,
      incidentId,
      kind: "partially_recovered",
      occurredAt: at,
      detail: { monitor_id: monitorId },
    },
    reason: `${reason}; ${stillDown(open - 1 - place)}`,
  }));
  await addTimelines(trx, lines);
  const key = "uptime.incident.partially_recovered";
  await recordEvents(
    trx,
    monitors.map(({ at, monitorId }) => ({ projectId, key, occurredAt: at, incidentId, monitorId })),
  );
}

function stillDown(others: number): string {
  return `${others} other ${others === 1 ? "monitor in this incident is" : "monitors in this incident are"} still down`;
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
