import { isConclusive } from "@/lib/domain/checks/region-state";
import { LATE_MAX_MS, SETBACK_MS } from "@/lib/domain/checks/result-times";
import { FLAPPING_SPAN_MS } from "@/lib/domain/incidents/flapping";
import {
  keptOpenSince,
  lateResults,
  type Recomputed,
  recompute,
  unnoticedSilences,
} from "@/lib/domain/incidents/late-results";
import type { RecordedIncident } from "@/lib/domain/incidents/recorded-incident";
import { historyStarts } from "@/lib/domain/incidents/restart";
import { log } from "@/lib/shared/log";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import {
  judgedResults,
  judgedSince,
  type ResultKey,
  recordedIncidents,
  resultKey,
  storedAmong,
  troubledSince,
} from "@/lib/store/incidents/late-results";
import { pausesForReplay, quarantinesForReplay } from "@/lib/store/incidents/replay-facts";
import { namedRegions } from "@/lib/store/runners/runners";
import type { MonitorEvaluation } from "../monitor-evaluation";
import type { TimedResult } from "../timed-result";

/**
 * Returns the time from which each monitor's results may change earlier decisions. Costs one in-memory comparison per
 * monitor if none do.
 */
export async function findLate(
  trx: Tx,
  projects: Projects,
  works: readonly MonitorEvaluation[],
  nowMs: number,
): Promise<Map<MonitorEvaluation, number[]>> {
  const late = works.flatMap((work) => lateOf(work).map((entry) => ({ work, entry })));
  const known = await storedAmong(
    trx,
    projects,
    late.map(({ entry }) => keyOf(entry)),
  );
  const found = new Map<MonitorEvaluation, number[]>();
  for (const { work, entry } of late)
    if (!known.has(resultKey(keyOf(entry)))) found.set(work, [...(found.get(work) ?? []), entry.startedAt]);
  await dropQuiet(trx, projects, found, nowMs);
  for (const work of works) {
    if (!work.needsDecision()) continue;
    const [states, rules] = [work.statesBefore(), work.rules()];
    const kept = keptOpenSince(work.machine.open, states, rules);
    const counted = work.counted();
    const more = [...unnoticedSilences(counted, states, rules), ...(kept === null ? [] : [kept])];
    // The other results of the batch may be older, and nothing has decided about them yet.
    const starts = counted.map(({ startedAt }) => startedAt);
    if (more.length > 0) found.set(work, [...(found.get(work) ?? []), ...more, ...starts]);
  }
  return found;
}

function lateOf(work: MonitorEvaluation): TimedResult[] {
  const decidedUntil = work.decidedUntil();
  if (work.entries.every(({ scheduledAt, startedAt }) => Math.min(scheduledAt, startedAt) > decidedUntil))
    return [];
  const counted = work.counted();
  const late = new Set(lateResults(counted, work.statesBefore(), work.rules()));
  return counted.filter((entry) => late.has(entry) || entry.startedAt < work.waitedUntil);
}

function keyOf({ scheduledAt, result }: TimedResult): ResultKey {
  const { monitor: monitorId, region, outcome } = result;
  return { monitorId, region, scheduledAt, isConclusive: isConclusive(outcome) };
}

/** Drops successes of healthy monitors. They matter only if there is an incident that they may correct. */
async function dropQuiet(
  trx: Tx,
  projects: Projects,
  found: Map<MonitorEvaluation, number[]>,
  nowMs: number,
): Promise<void> {
  const quiet = [...found.keys()].filter((work) => !work.needsDecision());
  const ids = quiet.map(({ facts }) => facts.id);
  const troubled = await troubledSince(trx, projects, ids, new Date(nowMs - LATE_MAX_MS));
  for (const work of quiet) if (!troubled.has(work.facts.id)) found.delete(work);
}

/**
 * Re-evaluates a locked monitor's stored results, from the oldest of `starts` on (epoch milliseconds). Returns null
 * if that period is settled because a person set its times, several monitors share its incident, or the monitor's rules were
 * changed since. Late results then only change what a region says now.
 */
export async function recomputeStored(
  trx: Tx,
  work: MonitorEvaluation,
  starts: readonly number[],
  nowMs: number,
): Promise<Recomputed | null> {
  const { id: monitorId, project_id: projectId, regions, timeout_ms: timeoutMs } = work.facts;
  const named = await namedRegions(trx);
  work.named = named;
  const settings = { ...work.rules(), named, intervalSeconds: work.facts.interval_seconds };
  const judgedAt = await judgedSince(trx, projectId, monitorId);
  const recordedSince = new Date(nowMs - LATE_MAX_MS - FLAPPING_SPAN_MS);
  const recorded = await recordedIncidents(trx, projectId, monitorId, recordedSince);
  const settledUntil = Math.max(nowMs - LATE_MAX_MS, judgedAt?.getTime() ?? 0, ...recorded.map(fixedUntil));
  const from = Math.min(...starts.filter((at) => at >= settledUntil));
  if (!Number.isFinite(from)) return null;
  const to = new Date(nowMs + SETBACK_MS);
  const pauses = await pausesForReplay({ projectId, monitorId, from: new Date(settledUntil), to }, trx);
  const quarantines = await quarantinesForReplay(regions, to, trx);
  const facts = { monitorId, regions, timeoutMs, pauses, quarantines, recorded };
  const sinces = historyStarts(from, recorded, settings, settings.intervalSeconds);
  for (const [index, start] of sinces.entries()) {
    const since = Math.max(start, settledUntil);
    const results = await judgedResults(trx, work.facts, new Date(since), to);
    const history = { since, results, present: work.statesBefore(), recorded, facts, settings };
    const isAll = since === settledUntil || index === sinces.length - 1;
    const recomputed = recomputeSafely(history, { from, nowMs, isAll });
    if (recomputed) return recomputed;
  }
  return null;
}

/** Returns null if the monitor's history can't be evaluated, so that the rest of the batch is unaffected. */
function recomputeSafely(...[history, terms]: Parameters<typeof recompute>): Recomputed | null {
  try {
    return recompute(history, terms);
  } catch (error) {
    log.error("a monitor's late results could not be evaluated", { monitor: history.facts.monitorId, error });
    return null;
  }
}

function fixedUntil({ fixed, recoveredAt }: RecordedIncident): number {
  return fixed ? (recoveredAt ?? Number.POSITIVE_INFINITY) : 0;
}
