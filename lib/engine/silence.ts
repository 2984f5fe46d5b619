import { statusOf } from "@/lib/domain/checks/monitor-status";
import {
  applyQuarantines,
  plausibleQuarantines,
  type RegionQuarantine,
} from "@/lib/domain/checks/quarantine";
import { silentAfterMs } from "@/lib/domain/checks/silence";
import { log } from "@/lib/shared/log";
import {
  loadObserved,
  lockMonitorFacts,
  type MonitorFacts,
  type ObservedFacts,
} from "@/lib/store/checks/ingest-reads";
import { overdueMonitors, type SilenceWrite, silenceRegions, writeSilence } from "@/lib/store/checks/silence";
import { hint } from "@/lib/store/core/hints";
import { eachPart, type Projects } from "@/lib/store/core/sharding/projects";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectQuarantines } from "@/lib/store/runners/region-quarantines";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { applyDecisions, type ChangedIncident, loadIncidents } from "./batch-outcome";
import { recomputeStored } from "./late-results/recompute";
import { MonitorEvaluation } from "./monitor-evaluation";
import { rulesOf } from "./monitor-facts";

const BATCH = 500;
const NOWHERE: ReadonlySet<string> = new Set();

interface Marked {
  readonly projects: ReadonlySet<number>;
  /** When regions of monitors with an open incident went silent, by monitor, in epoch milliseconds. */
  readonly silentSince: ReadonlyMap<number, number[]>;
}

/**
 * Marks regions that have been silent for three intervals and a timeout. They no longer count: the status follows the
 * reporting regions, and stays unchanged with missing data if there are none. Silence alone neither opens nor closes an
 * incident, but what the other regions reported since may close one. Returns how many monitors were processed.
 */
export async function markSilentRegions(now: Date): Promise<number> {
  let processed = 0;
  await eachPart("silent regions", async (own) => {
    const overdue = await overdueMonitors(own, now);
    for (let seen = 0; seen < overdue.length; seen += BATCH) {
      const ids = overdue.slice(seen, seen + BATCH);
      const { projects, silentSince } = await tx((trx) => markIn(trx, own, ids, now));
      for (const projectId of projects) hint("live", { project_id: projectId, topic: "monitors" });
      for (const [id, since] of silentSince) await decideWithoutSilent(own, id, since, now.getTime());
    }
    processed += overdue.length;
  });
  return processed;
}

async function markIn(trx: Tx, own: Projects, ids: readonly number[], now: Date): Promise<Marked> {
  const facts = await lockMonitorFacts(trx, own, ids);
  const silenced = await silenceRegions(trx, own, ids, now);
  const observed = await loadObserved(trx, own, ids);
  const quarantines = plausibleQuarantines(await selectQuarantines(trx), now.getTime());
  const writes: SilenceWrite[] = [];
  const projects = new Set<number>();
  for (const [id, fact] of facts) {
    const seen = observed.get(id);
    if (!seen) continue;
    writes.push(judge(fact, seen, quarantines));
    projects.add(fact.project_id);
  }
  await writeSilence(trx, own, writes, now);
  for (const projectId of [...projects].sort((a, b) => a - b)) await requestPageRender(trx, projectId);
  return { projects, silentSince: silentDuringIncident(silenced, facts, observed) };
}

/** Returns when regions went silent, of monitors with an open incident. */
function silentDuringIncident(
  silenced: readonly { monitorId: number; region: string }[],
  facts: ReadonlyMap<number, MonitorFacts>,
  observed: ReadonlyMap<number, ObservedFacts>,
): Map<number, number[]> {
  const since = new Map<number, number[]>();
  for (const { monitorId, region } of silenced) {
    const [fact, seen] = [facts.get(monitorId), observed.get(monitorId)];
    const heardAt = seen?.regions.get(region)?.heardAt ?? null;
    if (!fact || !seen?.hasIncident || heardAt === null) continue;
    const silentAt = heardAt + silentAfterMs(fact.interval_seconds, fact.timeout_ms);
    since.set(monitorId, [...(since.get(monitorId) ?? []), silentAt]);
  }
  return since;
}

/**
 * Reevaluates an open incident without a region that went silent: by what the other regions reported since then, and without
 * waiting for a failure that would confirm it. An error affects only this monitor.
 */
async function decideWithoutSilent(
  projects: Projects,
  monitorId: number,
  since: readonly number[],
  nowMs: number,
): Promise<void> {
  try {
    for (const { projectId, incidentId } of await tx((trx) =>
      decideIn(trx, projects, monitorId, since, nowMs),
    ))
      hint("live", { project_id: projectId, topic: "incidents", id: incidentId });
  } catch (error) {
    log.error("an incident could not be evaluated without its silent region", { monitor: monitorId, error });
  }
}

async function decideIn(
  trx: Tx,
  projects: Projects,
  monitorId: number,
  since: readonly number[],
  nowMs: number,
): Promise<ChangedIncident[]> {
  const fact = (await lockMonitorFacts(trx, projects, [monitorId])).get(monitorId);
  const seen = fact && (await loadObserved(trx, projects, [monitorId])).get(monitorId);
  if (!seen) return [];
  const work = new MonitorEvaluation(fact, seen);
  await loadIncidents(trx, projects, [work]);
  const recomputed = work.incidentId === null ? null : await recomputeStored(trx, work, since, nowMs);
  if (recomputed) work.takeRecomputed(recomputed);
  return applyDecisions(trx, [work], { nowMs, sentMs: nowMs });
}

function judge(
  fact: MonitorFacts,
  seen: ObservedFacts,
  quarantines: ReadonlyMap<string, RegionQuarantine>,
): SilenceWrite {
  const regions = [...seen.regions.values()].filter((region) => fact.regions.includes(region.region));
  const dataMissing = regions.every((region) => region.silent);
  const trusted = applyQuarantines(regions, quarantines, rulesOf(fact, NOWHERE), seen.hasIncident);
  const decision = statusOf(trusted.regions);
  const changed = !fact.stopped && decision !== null && decision.status !== seen.status;
  return {
    monitorId: fact.id,
    dataMissing,
    status: changed ? decision.status : null,
    reason: changed ? decision.reason : null,
  };
}
