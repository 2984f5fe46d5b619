import { isStillDown, resolveFailure, restartCounts } from "@/lib/domain/checks/region-restart";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { loadObserved, lockMonitorFacts, type MonitorFacts } from "@/lib/store/checks/ingest-reads";
import { updateRegionStates } from "@/lib/store/checks/region-states";
import type { Tx } from "@/lib/store/core/tx";
import { monitorsKeepingOpen, monitorsWithOpenIncident } from "@/lib/store/incidents/open-incidents";

/**
 * Ends the failures of the monitors that keep an incident open, because a person resolved it, and returns those that are still
 * down. They keep their states, so that nothing says that they are up. Locks the monitors in ID order, as ingest does.
 */
export async function resolveFailuresOf(trx: Tx, projectId: number, incidentId: number): Promise<number[]> {
  const ids = await monitorsKeepingOpen(trx, projectId, incidentId);
  if (ids.length === 0) return [];
  const locked = await lockMonitorFacts(trx, projectId, ids);
  const observed = await loadObserved(trx, projectId, [...locked.keys()]);
  const isDown = (id: number, { stopped, regions, region_threshold }: MonitorFacts) => {
    const states = [...(observed.get(id)?.regions.values() ?? [])];
    const used = states.filter(({ region }) => regions.includes(region));
    return !stopped && isStillDown(used, region_threshold);
  };
  const down = [...locked].flatMap(([id, facts]) => (isDown(id, facts) ? [id] : []));
  const others = [...locked.keys()].filter((id) => !down.includes(id));
  await rewriteStates(trx, projectId, others, resolveFailure);
  return down;
}

/** Restarts what was counted against the previous configuration of locked monitors. */
export async function restartCountsOf(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
): Promise<void> {
  if (monitorIds.length === 0) return;
  const failing = await monitorsWithOpenIncident(trx, projectId, monitorIds);
  await rewriteStates(trx, projectId, monitorIds, (state, id) => restartCounts(state, failing.has(id)));
}

async function rewriteStates(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  change: (state: RegionState, monitorId: number) => RegionState,
): Promise<void> {
  const observed = await loadObserved(trx, projectId, monitorIds);
  const writes = [...observed].flatMap(([monitorId, { regions }]) =>
    [...regions.values()].flatMap((before) => {
      const state = change(before, monitorId);
      return state === before ? [] : [{ monitorId, state, ...NOTHING_SEEN }];
    }),
  );
  await updateRegionStates(trx, projectId, writes);
}

const NOTHING_SEEN = {
  lastCheckedAt: null,
  lastOutcome: null,
  lastError: null,
  lastTotalUs: null,
  lastStatusCode: null,
} as const;
