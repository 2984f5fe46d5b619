import { LATE_MAX_MS } from "@/lib/domain/checks/slot-plausibility";
import type { RecordedIncident } from "@/lib/domain/incidents/correction";
import { FLAPPING_SPAN_MS } from "@/lib/domain/incidents/flapping";
import { historySteps, type Recomputed, recompute } from "@/lib/domain/incidents/late-results";
import type { Tx } from "@/lib/store/core/tx";
import {
  judgedResults,
  lastChange,
  recordedIncidents,
  resultKey,
  storedAmong,
  troubledSince,
} from "@/lib/store/incidents/late-results";
import { holdsForReplay, pausesForReplay } from "@/lib/store/incidents/replay-facts";
import type { MonitorWork, TimedResult } from "./monitor-work";

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
 * Decides again what a locked monitor's stored results since its oldest late one mean, started at `starts` (epoch
 * milliseconds), by the rules for live results. Returns null if a person edited that period or the monitor was changed since,
 * in which case late results only change what a region says now.
 */
export async function recomputeStored(
  trx: Tx,
  work: MonitorWork,
  starts: readonly number[],
  nowMs: number,
): Promise<Recomputed | null> {
  const { id: monitorId, project_id: projectId, regions, timeout_ms: timeoutMs } = work.facts;
  const settings = { ...work.rules(), intervalSeconds: work.facts.interval_seconds };
  const steps = historySteps(settings, settings.intervalSeconds);
  const oldest = Math.min(...starts) - Math.max(...steps) - FLAPPING_SPAN_MS;
  const recorded = await recordedIncidents(trx, monitorId, new Date(oldest));
  const changedAt = await lastChange(trx, monitorId);
  const settledUntil = Math.max(nowMs - LATE_MAX_MS, changedAt?.getTime() ?? 0, ...recorded.map(fixedUntil));
  const from = Math.min(...starts.filter((at) => at >= settledUntil));
  if (!Number.isFinite(from)) return null;
  const to = new Date(nowMs + AHEAD_MAX_MS);
  const pauses = await pausesForReplay({ projectId, monitorId, from: new Date(settledUntil), to }, trx);
  const holds = await holdsForReplay(regions, to, trx);
  const facts = { monitorId, regions, timeoutMs, pauses, holds };
  for (const lengthMs of steps) {
    const since = Math.max(from - lengthMs, settledUntil);
    const results = await judgedResults(trx, work.facts, new Date(since), to);
    const history = { since, results, present: work.statesBefore(), recorded, facts, settings };
    const isAll = since === settledUntil || lengthMs === steps.at(-1);
    const recomputed = recompute(history, { from, nowMs, isAll });
    if (recomputed) return recomputed;
  }
  return null;
}

function fixedUntil({ fixed, recoveredAt }: RecordedIncident): number {
  return fixed ? (recoveredAt ?? Number.POSITIVE_INFINITY) : 0;
}
