import { isSeenUp, isStillDown, resolveFailure, restartCounts } from "@/lib/domain/checks/region-restart";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { loadObserved, lockMonitorFacts, type MonitorFacts } from "@/lib/store/checks/ingest-reads";
import { updateStates } from "@/lib/store/checks/region-states";
import type { Tx } from "@/lib/store/core/tx";
import { monitorsKeepingOpen, monitorsWithOpenIncident } from "@/lib/store/incidents/open-incidents";

interface Resolved {
  /** Monitors that are still down. */
  readonly down: readonly number[];
  /** Whether no check tells that one of the others is up again. */
  readonly isUnobserved: boolean;
}

/**
 * Ends the failures of the monitors that keep an incident open, because a person resolved it. Those that are still down keep
 * their states, so that nothing says that they are up. Locks the monitors in ID order, as ingest does.
 */
export async function resolveFailuresOf(trx: Tx, projectId: number, incidentId: number): Promise<Resolved> {
  const ids = await monitorsKeepingOpen(trx, projectId, incidentId);
  if (ids.length === 0) return { down: [], isUnobserved: false };
  const locked = await lockMonitorFacts(trx, [projectId], ids);
  const observed = await loadObserved(trx, [projectId], [...locked.keys()]);
  const statesOf = (id: number, { regions }: MonitorFacts) =>
    [...(observed.get(id)?.regions.values() ?? [])].filter(({ region }) => regions.includes(region));
  const isDown = ([id, facts]: [number, MonitorFacts]) =>
    !facts.stopped && isStillDown(statesOf(id, facts), facts.region_threshold);
  const down = [...locked].filter(isDown).map(([id]) => id);
  const others = [...locked].filter(([id]) => !down.includes(id));
  await rewriteStates(
    trx,
    projectId,
    others.map(([id]) => id),
    resolveFailure,
  );
  return { down, isUnobserved: others.some(([id, facts]) => !isSeenUp(statesOf(id, facts))) };
}

/** Restarts the counts of locked monitors against their previous configuration. */
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
  const observed = await loadObserved(trx, [projectId], monitorIds);
  const writes = [...observed].flatMap(([monitorId, { regions }]) =>
    [...regions.values()].flatMap((before) => {
      const state = change(before, monitorId);
      return state === before ? [] : [{ monitorId, state, ...NOTHING_SEEN }];
    }),
  );
  await updateStates(trx, [projectId], writes);
}

const NOTHING_SEEN = {
  lastCheckedAt: null,
  lastOutcome: null,
  lastError: null,
  lastTotalUs: null,
  lastStatusCode: null,
} as const;
