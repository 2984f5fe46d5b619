import type { CheckResult, ResultAck } from "@/lib/contract/checks/check";
import { bareResult } from "@/lib/domain/checks/bare-result";
import { afterSetback, isPlausibleTime, leadOf } from "@/lib/domain/checks/result-times";
import type { Recomputed } from "@/lib/domain/incidents/late-results";
import { present } from "@/lib/shared/assert";
import { DAY_MS } from "@/lib/shared/durations";
import { log, warnRarely } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { deferResults } from "@/lib/store/checks/deferred-results";
import { loadObserved, lockMonitorFacts } from "@/lib/store/checks/ingest-reads";
import { forgetProjectsOf, projectsOfMonitors } from "@/lib/store/checks/monitor-projects";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { updateStates } from "@/lib/store/checks/region-states";
import { insertResults } from "@/lib/store/checks/result-writes";
import { isDataError } from "@/lib/store/core/database-errors";
import { byPart, isNodeAway, type Projects, partOf, requireNodeOf } from "@/lib/store/core/sharding/projects";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  announce,
  applyDecisions,
  type ChangedIncident,
  certificatesOf,
  loadIncidents,
  writesOf,
} from "./batch-outcome";
import { discoverCertificates } from "./certificates/certificates";
import { decisionsFirst } from "./health/disk-space";
import type { Acknowledged, IngestContext } from "./ingest-context";
import { latestSuccesses, outcomesOf } from "./late-results/needed-results";
import { findLate, recomputeStored } from "./late-results/recompute";
import { MonitorEvaluation } from "./monitor-evaluation";
import { MergedParts, type Part } from "./part-merging";
import { currentQuarantines, withLatestGates } from "./quarantine";
import { judgeSlowness } from "./slowness";
import { sortResults, type TimedResult } from "./timed-result";

/** Decisions of a transaction of results; `announce` takes them after the commit. */
export interface Ingested extends Acknowledged {
  works: readonly MonitorEvaluation[];
  incidents: ChangedIncident[];
}

/**
 * Ingests a batch of results in one transaction, or in Citus in one per shard: locks the monitors in ID order, applies
 * the rules, writes results, states, incidents, events, and jobs, and responds after the commit. Repeating a batch changes nothing. `region` is the region
 * that the runner is bound to, or null if it serves several. `sentMs` is the runner's own clock when it sent the batch;
 * lateness is measured against it, independent of the difference to our clock. On a full disk, only results that decisions need
 * are stored. With `defers`, results of shards that can't be reached are kept for later (`deferred_results`).
 */
export async function ingest(
  results: readonly CheckResult[],
  region: string | null,
  nowMs: number,
  sentMs = nowMs,
  defers = true,
): Promise<Pick<ResultAck, "accepted" | "rechecks">> {
  const leadMs = leadOf(sentMs, nowMs);
  const timed = sortResults(results, region, { nowMs, leadMs });
  if (timed.length === 0) return { accepted: results.length, rechecks: [] };
  const all = await decisionsFirst(timed.length, async (withResults) => {
    await ensureDays(timed, nowMs);
    const plausible = timed.filter((entry) => isPlausible(entry, nowMs));
    const quarantines = await currentQuarantines(plausible, nowMs);
    const context = { nowMs, sentMs: sentMs - leadMs, withResults, quarantines, defers };
    const done = await ingestParts(timed, context);
    const missing = new Set(done.flatMap((one) => one.missing));
    if (missing.size === 0) return done;
    // They were deleted, or a restored backup has them in other projects.
    forgetProjectsOf(missing);
    const again = timed.filter(({ result }) => missing.has(result.monitor));
    return [...done, ...(await ingestParts(again, context))];
  });
  return { accepted: results.length, rechecks: all.flatMap(({ rechecks }) => rechecks) };
}

async function ingestParts(
  timed: readonly TimedResult[],
  context: Omit<IngestContext, "projects">,
): Promise<Acknowledged[]> {
  const done: Acknowledged[] = [];
  const { projects: known, unreachable } = await projectsOfMonitors(
    timed.map(({ result }) => result.monitor),
  );
  const deferred = new Map([[0, timed.filter(({ result }) => unreachable.has(result.monitor))]]);
  if (unreachable.size > 0 && !context.defers) throw new Error("A node of the cluster can't be reached.");
  const ingestOne = async ([projects, own]: [Projects, TimedResult[]]) => {
    try {
      done.push(await mergedParts().ingest({ timed: own, context: { ...context, projects } }));
    } catch (error) {
      if (!context.defers || !(await isNodeAway(error))) throw error;
      warnRarely("a node of the cluster can't be reached; keeping results for later", { error });
      deferred.set(partOf(present(projects[0], "the part's project")), own);
    }
  };
  const taken = await Promise.allSettled((await partsOf(timed, known)).map(ingestOne));
  const failed = taken.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  for (const [shard, own] of deferred)
    if (own.length > 0)
      await deferResults(
        shard,
        own.map(({ result }) => result),
      );
  return done;
}

const mergedParts = () => once("engine.parts", () => new MergedParts(ingestPart));

/** Ingests a part, and tells open dashboards. */
async function ingestPart({ timed, context }: Part): Promise<Acknowledged> {
  requireNodeOf(context.projects);
  const done = await ingestApart(timed, context);
  for (const { works, incidents } of done) announce(works, incidents);
  return { rechecks: done.flatMap((one) => one.rechecks), missing: done.flatMap((one) => one.missing) };
}

/** Splits a batch into parts that one transaction may process. Leaves out results of deleted monitors. */
async function partsOf(
  timed: readonly TimedResult[],
  projects: ReadonlyMap<number, number>,
): Promise<[Projects, TimedResult[]][]> {
  const known = timed.flatMap((entry) => {
    const projectId = projects.get(entry.result.monitor);
    return projectId === undefined ? [] : [{ entry, projectId }];
  });
  const parts = await byPart(known, ({ projectId }) => projectId);
  return parts.map(([own, entries]) => [own, entries.map(({ entry }) => entry)]);
}

async function ensureDays(timed: readonly TimedResult[], nowMs: number): Promise<void> {
  const slots = timed.map(({ scheduledAt }) => scheduledAt);
  await ensurePartitionsFor(slots.filter((scheduledAt) => Math.abs(scheduledAt - nowMs) < 2 * DAY_MS));
}

/**
 * Ingests the whole batch in one transaction. If its data can't be processed (rather than the database being unreachable),
 * splits the batch by monitor, so that one bad monitor loses only its own results and never blocks a runner's spool.
 */
async function ingestApart(timed: readonly TimedResult[], context: IngestContext): Promise<Ingested[]> {
  try {
    return [await tx((trx) => ingestIn(trx, timed, context))];
  } catch (error) {
    if (!isDataError(error)) throw error;
    const ids = [...new Set(timed.map(({ result }) => result.monitor))];
    if (ids.length === 1) return ingestBare(timed, context, error);
    const first = new Set(ids.slice(0, Math.ceil(ids.length / 2)));
    const halves = [true, false].map((inFirst) =>
      timed.filter(({ result }) => first.has(result.monitor) === inFirst),
    );
    const done: Ingested[] = [];
    for (const half of halves) done.push(...(await ingestApart(half, context)));
    return done;
  }
}

/** Retries rejected results of one monitor without their details, to keep at least their outcomes. */
async function ingestBare(
  timed: readonly TimedResult[],
  context: IngestContext,
  error: unknown,
): Promise<Ingested[]> {
  const monitor = timed[0]?.result.monitor;
  const bare = timed.map((entry) => ({ ...entry, result: bareResult(entry.result) }));
  try {
    const done = await tx((trx) => ingestIn(trx, bare, context, false));
    log.warn("dropped details of results that could not be processed", { monitor, error });
    return [done];
  } catch (again) {
    if (!isDataError(again)) throw again;
    log.error("dropped results that could not be processed", { monitor, error: again });
    return [];
  }
}

async function ingestIn(
  trx: Tx,
  timed: readonly TimedResult[],
  { nowMs, sentMs, withResults, quarantines, projects }: IngestContext,
  judgeLate = true,
): Promise<Ingested> {
  const ids = [...new Set(timed.map(({ result }) => result.monitor))].sort((a, b) => a - b);
  const facts = await lockMonitorFacts(trx, projects, ids);
  const observed = await loadObserved(trx, projects, ids);
  const works = new Map<number, MonitorEvaluation>();
  for (const [id, fact] of facts) {
    const seen = observed.get(id);
    if (!seen) continue;
    for (const [region, state] of seen.regions) seen.regions.set(region, afterSetback(state, nowMs));
    works.set(id, new MonitorEvaluation(fact, seen));
  }
  const accepted = timed.filter((entry) => isAcceptable(works.get(entry.result.monitor), entry, nowMs));
  for (const entry of accepted) works.get(entry.result.monitor)?.add(entry);
  const current = await withLatestGates(trx, quarantines, nowMs);
  for (const work of works.values()) work.setQuarantines(current);
  const busy = [...works.values()].filter((work) => work.entries.length > 0);
  const slow = busy.filter((work) => work.needsDecision());
  await loadIncidents(trx, projects, slow);
  const late = judgeLate
    ? await findLate(trx, projects, busy, nowMs)
    : new Map<MonitorEvaluation, number[]>();
  // A recompute reads stored results, so these must be stored too.
  const writes = withResults
    ? writesOf(accepted, works)
    : [...new Set([...slow, ...late.keys()])].flatMap(outcomesOf);
  await insertResults(trx, projects, [
    ...writes,
    ...[...late.keys()].flatMap((work) => latestSuccesses(work, nowMs)),
  ]);
  for (const work of busy) {
    const found = late.get(work);
    const recomputed = found ? await recomputeStored(trx, work, found, nowMs) : null;
    stepSafely(work, recomputed);
  }
  await updateStates(
    trx,
    projects,
    busy.flatMap((work) => work.regionWrites()),
    busy.map((work) => work.monitorWrite()),
  );
  await judgeSlowness(trx, projects, busy);
  await discoverCertificates(trx, projects, certificatesOf(accepted, works));
  const incidents = await applyDecisions(trx, busy, { nowMs, sentMs });
  const missing = ids.filter((id) => !facts.has(id));
  return { rechecks: busy.flatMap((work) => work.rechecks(nowMs)), works: busy, incidents, missing };
}

/**
 * Ingests results that the server itself found, such as those of heartbeats, in the transaction that also writes what they came from.
 * They come in order and from no region that other regions could contradict.
 */
export async function ingestWithin(
  trx: Tx,
  projects: Projects,
  results: readonly CheckResult[],
  { nowMs, withResults }: Pick<IngestContext, "nowMs" | "withResults">,
): Promise<Ingested> {
  const timed = sortResults(results, null, { nowMs, leadMs: 0 });
  return ingestIn(
    trx,
    timed,
    { nowMs, sentMs: nowMs, withResults, quarantines: new Map(), projects, defers: false },
    false,
  );
}

/**
 * Returns whether to process a result. Results of deleted monitors, removed regions, and implausible times are acknowledged
 * and dropped.
 */
function isAcceptable(work: MonitorEvaluation | undefined, entry: TimedResult, nowMs: number): boolean {
  const region = work?.regionOf(entry.result.region);
  if (!work || !region) return false;
  const plausible = isPlausible(entry, nowMs);
  if (!plausible) {
    const { monitor, region: from, scheduled_at } = entry.result;
    log.warn("dropped a result with an implausible time", { monitor, region: from, scheduled_at });
  }
  return plausible;
}

function isPlausible({ result, scheduledAt, startedAt }: TimedResult, nowMs: number): boolean {
  // A missed check never started. It's reported once the runner is back, however long that takes.
  return isPlausibleTime(scheduledAt, result.outcome === "missed" ? scheduledAt : startedAt, nowMs);
}

/**
 * Evaluates one monitor. If that fails, its results are stored and its state stays unchanged, so that the rest of the batch
 * is unaffected.
 */
function stepSafely(work: MonitorEvaluation, recomputed: Recomputed | null): void {
  try {
    if (recomputed) work.takeRecomputed(recomputed);
    else work.step();
  } catch (error) {
    log.error("a monitor's results could not be evaluated", { monitor: work.facts.id, error });
    work.abandon();
  }
}
