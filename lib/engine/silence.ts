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

const BATCH = 500;

/**
 * Marks regions that have been silent for three intervals and a timeout. They no longer count: the status follows the
 * reporting regions, and stays unchanged with missing data if there are none. Silence neither opens nor closes an incident.
 * Returns how many monitors were processed.
 */
export async function markSilentRegions(): Promise<number> {
  let seen = 0;
  for (;;) {
    const ids = await overdueMonitors(BATCH);
    if (ids.length === 0) return seen;
    const projects = await tx((trx) => markIn(trx, ids));
    for (const projectId of projects) hint("live", { project_id: projectId, topic: "monitors" });
    seen += ids.length;
    if (ids.length < BATCH) return seen;
  }
}

async function markIn(trx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const facts = await lockMonitorFacts(trx, ids);
  await silenceRegions(trx, ids);
  const observed = await loadObserved(trx, ids);
  const holds = await selectHolds(trx);
  const writes: SilenceWrite[] = [];
  const projects = new Set<number>();
  for (const [id, fact] of facts) {
    const seen = observed.get(id);
    if (!seen) continue;
    writes.push(judge(fact, seen, holds));
    projects.add(fact.project_id);
  }
  await writeSilence(trx, writes);
  for (const projectId of [...projects].sort((a, b) => a - b)) await requestSeal(trx, projectId);
  return projects;
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
