import { restartCounts, restartFailure } from "@/lib/domain/checks/region-restart";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { loadObserved, lockMonitorFacts } from "@/lib/store/checks/ingest-reads";
import { updateRegionStates } from "@/lib/store/checks/region-states";
import type { Tx } from "@/lib/store/core/tx";
import { monitorsOfIncident, monitorsWithOpenIncident } from "@/lib/store/incidents/open-incidents";

/** Restarts the failing regions of an incident's monitors; locks the monitors in ID order, as ingest does. */
export async function restartFailuresOf(trx: Tx, projectId: number, incidentId: number): Promise<void> {
  const ids = await monitorsOfIncident(trx, projectId, incidentId);
  const locked = await lockMonitorFacts(trx, projectId, ids);
  await rewriteStates(trx, projectId, [...locked.keys()], restartFailure);
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
