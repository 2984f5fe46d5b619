import { LATE_MAX_MS } from "@/lib/domain/checks/slot-plausibility";
import { correctIncidents, type RecordedIncident } from "@/lib/domain/incidents/correction";
import {
  beginAt,
  historySteps,
  type Recomputed,
  type StatesBefore,
  startAt,
  statesBefore,
} from "@/lib/domain/incidents/late-results";
import { holdsAt, Replay, type ReplaySettings, type StoredResult } from "@/lib/domain/incidents/replay";
import type { Tx } from "@/lib/store/core/tx";
import {
  judgedResults,
  monitorChange,
  recordedIncidents,
  resultKey,
  storedAmong,
  troubledSince,
} from "@/lib/store/incidents/late-results";
import { holdsForReplay, pausesForReplay } from "@/lib/store/incidents/replay-facts";
import type { MonitorWork, TimedResult } from "./monitor-work";

const HOUR_MS = 3600_000;
/** Scheduled times may be this far ahead. Later ones precede a clock setback. */
const AHEAD_MAX_MS = 120_000;

/** Returns each monitor's new late results. Costs one in-memory comparison if there are none. */
export async function findLate(
  trx: Tx,
  works: readonly MonitorWork[],
): Promise<Map<MonitorWork, TimedResult[]>> {
  const found = new Map<MonitorWork, TimedResult[]>();
  for (const work of works) {
    const late = work.lateEntries();
    if (late.length > 0) found.set(work, late);
  }
  const keyOf = ({ slot, result: { monitor: monitorId, region } }: TimedResult) => ({
    monitorId,
    region,
    slot,
  });
  const known = await storedAmong(trx, [...found.values()].flat().map(keyOf));
  for (const [work, late] of found) {
    const fresh = late.filter((entry) => !known.has(resultKey(keyOf(entry))));
    if (fresh.length > 0) found.set(work, fresh);
    else found.delete(work);
  }
  // Successes of a healthy monitor matter only if it had an incident at that time.
  const quiet = [...found.keys()].filter((work) => !work.needsDecision());
  const since = Math.min(...quiet.flatMap((work) => found.get(work) ?? []).map(({ startedAt }) => startedAt));
  const troubled = await troubledSince(
    trx,
    quiet.map(({ facts }) => facts.id),
    new Date(Number.isFinite(since) ? since : 0),
  );
  for (const work of quiet) if (!troubled.has(work.facts.id)) found.delete(work);
  return found;
}

/**
 * Reevaluates a locked monitor's stored results from its oldest late one, by the rules for live results. Returns null if a
 * person edited that period or the monitor was changed since, in which case late results are only stored as evidence.
 */
export async function recompute(
  trx: Tx,
  work: MonitorWork,
  late: readonly TimedResult[],
  nowMs: number,
): Promise<Recomputed | null> {
  const { id: monitorId, project_id: projectId, regions } = work.facts;
  const settings = { ...work.rules(), intervalSeconds: work.facts.interval_seconds };
  const steps = historySteps(settings, settings.intervalSeconds);
  const oldest = Math.min(...late.map(({ startedAt }) => startedAt)) - Math.max(...steps) - HOUR_MS;
  const all = await recordedIncidents(trx, monitorId, new Date(oldest));
  const { timeoutMs, changedAt } = await monitorChange(trx, monitorId);
  const settledUntil = Math.max(nowMs - LATE_MAX_MS, changedAt?.getTime() ?? 0, ...all.map(fixedUntil));
  const from = Math.min(...late.flatMap(({ startedAt: at }) => (at >= settledUntil ? at : [])));
  if (!Number.isFinite(from)) return null;
  const recorded = all.filter(({ fixed }) => !fixed);
  const to = new Date(nowMs + AHEAD_MAX_MS);
  const facts = {
    ...{ monitorId, regions, timeoutMs },
    pauses: await pausesForReplay({ projectId, monitorId, from: new Date(settledUntil), to }, trx),
    holds: await holdsForReplay(regions, to, trx),
  };
  const history = await loadHistory(trx, work, { from, settledUntil, to, settings, recorded });
  const holds = holdsAt(facts.holds, from);
  const start = startAt(from, history.before, recorded, holds, settings.regionThreshold);
  const run = new Replay(facts, settings, settings.intervalSeconds, start);
  for (const result of history.results) run.take(result);
  const touched = recorded.filter(
    ({ id, recoveredAt }) => id === start.openId || recoveredAt === null || recoveredAt > from,
  );
  return { states: run.states, corrections: correctIncidents(touched, run.finish(nowMs)) };
}

function fixedUntil({ fixed, recoveredAt }: RecordedIncident): number {
  return fixed ? (recoveredAt ?? Number.POSITIVE_INFINITY) : 0;
}

interface Asked {
  readonly from: number;
  readonly settledUntil: number;
  readonly to: Date;
  readonly settings: ReplaySettings;
  readonly recorded: readonly RecordedIncident[];
}

/** Returns the results since `from` and the states before them, using as much history as needed to determine these. */
async function loadHistory(
  trx: Tx,
  work: MonitorWork,
  { from, settledUntil, to, settings, recorded }: Asked,
): Promise<{ before: StatesBefore; results: StoredResult[] }> {
  const known = work.statesBefore();
  for (const [step, lengthMs] of historySteps(settings, settings.intervalSeconds).entries()) {
    const since = Math.max(from - lengthMs, settledUntil);
    const all = await judgedResults(trx, work.facts, new Date(since), to);
    const [earlier, results] = [
      all.filter(({ startedAt }) => startedAt < from),
      all.filter(({ startedAt }) => startedAt >= from),
    ];
    const before = statesBefore(earlier, known, since, settings);
    if (before.settled) return { before, results };
    if (step === 0 && since > settledUntil) continue;
    const begin = beginAt(since, recorded, settings);
    return { before: statesBefore(earlier, known, since, settings, begin), results };
  }
  throw new Error("No history was tried.");
}
