import { statusOf } from "@/lib/domain/checks/monitor-status";
import { type RegionHold, trust } from "@/lib/domain/checks/quarantine";
import {
  loadObserved,
  lockMonitorFacts,
  type MonitorFacts,
  type ObservedFacts,
} from "@/lib/store/checks/ingest-reads";
import { overdueMonitors, type SilenceWrite, silenceRegions, writeSilence } from "@/lib/store/checks/silence";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectHolds } from "@/lib/store/runners/region-quarantines";
import { requestSeal } from "@/lib/store/status-pages/render-requests";
import { applyDecisions, type ChangedIncident, loadIncidents } from "./incidents-of-batch";
import { recomputeStored } from "./late-results/recompute";
import { MonitorWork } from "./monitor-work";

const BATCH = 500;

interface Marked {
  readonly projects: ReadonlySet<number>;
  readonly incidents: readonly ChangedIncident[];
}

/**
 * Marks regions that have been silent for three intervals and a timeout. They no longer count: the status follows the
 * reporting regions, and stays unchanged with missing data if there are none. Silence alone neither opens nor closes an
 * incident, but the results of the other regions since may close one. Returns how many monitors were processed.
 */
export async function markSilentRegions(now: Date): Promise<number> {
  let seen = 0;
  for (;;) {
    const ids = await overdueMonitors(now, BATCH);
    if (ids.length === 0) return seen;
    const { projects, incidents } = await tx((trx) => markIn(trx, ids, now));
    for (const projectId of projects) hint("live", { project_id: projectId, topic: "monitors" });
    for (const { projectId, incidentId } of incidents)
      hint("live", { project_id: projectId, topic: "incidents", id: incidentId });
    seen += ids.length;
    if (ids.length < BATCH) return seen;
  }
}

async function markIn(trx: Tx, ids: readonly number[], now: Date): Promise<Marked> {
  const facts = await lockMonitorFacts(trx, ids);
  await silenceRegions(trx, ids, now);
  const observed = await loadObserved(trx, ids);
  const holds = await selectHolds(trx);
  const writes: SilenceWrite[] = [];
  const works: MonitorWork[] = [];
  const projects = new Set<number>();
  for (const [id, fact] of facts) {
    const seen = observed.get(id);
    if (!seen) continue;
    writes.push(judge(fact, seen, holds));
    works.push(new MonitorWork(fact, seen));
    projects.add(fact.project_id);
  }
  await writeSilence(trx, writes, now);
  const incidents = await decideWithoutSilent(trx, works, now.getTime());
  for (const projectId of [...projects].sort((a, b) => a - b)) await requestSeal(trx, projectId);
  return { projects, incidents };
}

/** Decides again what the other regions reported since a failing region turned silent. */
async function decideWithoutSilent(
  trx: Tx,
  works: readonly MonitorWork[],
  nowMs: number,
): Promise<ChangedIncident[]> {
  const affected = works.filter((work) => work.silentSince() !== null);
  await loadIncidents(trx, affected);
  for (const work of affected) {
    const since = work.incidentId === null ? null : work.silentSince();
    const recomputed = since === null ? null : await recomputeStored(trx, work, [since], nowMs);
    if (recomputed) work.takeRecomputed(recomputed);
  }
  return applyDecisions(trx, affected, { nowMs, sentMs: nowMs });
}

function judge(
  fact: MonitorFacts,
  seen: ObservedFacts,
  holds: ReadonlyMap<string, RegionHold>,
): SilenceWrite {
  const regions = [...seen.regions.values()].filter((region) => fact.regions.includes(region.region));
  const dataMissing = regions.every((region) => region.silent);
  const decision = statusOf(trust(regions, holds, fact.region_threshold).regions);
  const changed = !fact.stopped && decision !== null && decision.status !== seen.status;
  return {
    monitorId: fact.id,
    dataMissing,
    status: changed ? decision.status : null,
    reason: changed ? decision.reason : null,
  };
}
