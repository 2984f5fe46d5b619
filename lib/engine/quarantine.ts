import { REGION_CODES } from "@/lib/contract/core/regions";
import {
  judgeRegion,
  plausibleQuarantines,
  quarantineText,
  type RegionQuarantine,
} from "@/lib/domain/checks/quarantine";
import {
  BEGAN_MS,
  comparedParts,
  compareRegion,
  LATEST_MS,
  otherMachines,
  REGION_PARTS,
  type RegionComparison,
} from "@/lib/domain/checks/region-comparison";
import { isConclusive, RECHECK_MAX_MS } from "@/lib/domain/checks/region-state";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { db } from "@/lib/store/core/pool";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  auditQuarantine,
  countFirstPart,
  type FreshResults,
  mayOpen,
  organizationsIn,
  selectMonitorGroups,
  selectQuarantines,
  writeQuarantine,
} from "@/lib/store/runners/region-quarantines";
import { aliveRunners } from "@/lib/store/runners/runners";
import type { TimedResult } from "./timed-result";

/** Minimum time between two evaluations of a region. The last result applies in between, unless the batch may open an incident. */
const EVALUATION_GAP_MS = 2000;
/**
 * Evaluating a region takes at most this share of the time, unless the pause would exceed 10 s, after which failures
 * are rechecked.
 */
const EVALUATION_SHARE = 0.1;

/**
 * When this process last evaluated each region, and when it may do so again, in epoch milliseconds. Evaluations by
 * several processes don't conflict.
 */
const evaluated = new Map<string, { atMs: number; nextMs: number }>();

/**
 * Returns each region's latest quarantine, active or not, evaluated with this batch before its results decide anything. Evaluates
 * only regions with a failure in the batch or an active quarantine. Runs before the batch's transaction, because reading many
 * monitors takes long and must not keep the batch's monitors locked.
 */
export async function currentQuarantines(
  results: readonly TimedResult[],
  nowMs: number,
): Promise<Map<string, RegionQuarantine>> {
  const quarantines = await latestQuarantines(nowMs);
  for (const fresh of byRegion(results)) {
    const before = quarantines.get(fresh.region) ?? null;
    const isActive = before?.releasedAt === null;
    if (fresh.down.size === 0 && !isActive) continue;
    // Confirmed failures of this batch would open incidents before the next evaluation.
    if (!isDue(fresh.region, nowMs) && (isActive || !(await mayOpen(fresh)))) continue;
    planNext(fresh.region, nowMs, 0);
    const quarantined = [...quarantines.values()].filter(isQuarantine).map(({ region }) => region);
    const begunMs = monotonicMs();
    const after = judgeRegion(before, await compared(fresh, quarantined, nowMs), nowMs);
    planNext(fresh.region, nowMs, monotonicMs() - begunMs);
    if (!after || after === before) continue;
    const organizations = await organizationsIn(after.region);
    await tx((trx) => record(trx, organizations, after));
    quarantines.set(fresh.region, after);
  }
  return quarantines;
}

/** Returns each region's latest quarantine, active or not, as it is recorded. */
export async function latestQuarantines(
  nowMs: number,
  on: Tx | ReturnType<typeof db> = db(),
): Promise<Map<string, RegionQuarantine>> {
  return plausibleQuarantines(await selectQuarantines(on), nowMs);
}

/** Adds what other batches recorded while this one waited for its locks, if a gate is active. It may end by another's beginning. */
export async function withLatestGates(
  trx: Tx,
  quarantines: ReadonlyMap<string, RegionQuarantine>,
  nowMs: number,
): Promise<ReadonlyMap<string, RegionQuarantine>> {
  const isGated = [...quarantines.values()].some(
    ({ kind, releasedAt }) => kind === "gated" && releasedAt === null,
  );
  return isGated ? latestQuarantines(nowMs, trx) : quarantines;
}

async function compared(
  fresh: FreshResults,
  quarantined: readonly string[],
  nowMs: number,
): Promise<RegionComparison> {
  const machines = otherMachines(fresh.region, REGION_CODES, await aliveRunners(), quarantined);
  // Most servers check from one machine only, so nothing can contradict its results.
  if (machines.size === 0) return compareRegion(fresh.region, [], false);
  const parts = comparedParts(await countFirstPart(fresh.region));
  const groups = await selectMonitorGroups(fresh, {
    parts,
    machines,
    now: new Date(nowMs),
    latestSince: new Date(nowMs - LATEST_MS),
    recentSince: new Date(nowMs - BEGAN_MS),
  });
  return compareRegion(fresh.region, groups, parts < REGION_PARTS);
}

function isQuarantine(quarantine: RegionQuarantine): boolean {
  return quarantine.kind === "quarantined" && quarantine.releasedAt === null;
}

function isDue(region: string, nowMs: number): boolean {
  const last = evaluated.get(region);
  // A clock that was set back doesn't stop evaluations.
  return !last || nowMs < last.atMs || nowMs >= last.nextMs;
}

function planNext(region: string, nowMs: number, tookMs: number): void {
  const gapMs = Math.min(RECHECK_MAX_MS, Math.max(EVALUATION_GAP_MS, tookMs / EVALUATION_SHARE));
  evaluated.set(region, { atMs: nowMs, nextMs: nowMs + gapMs });
}

async function record(
  trx: Tx,
  organizations: readonly number[],
  quarantine: RegionQuarantine,
): Promise<void> {
  await writeQuarantine(trx, quarantine);
  const over = quarantine.releasedAt !== null;
  const done = quarantine.kind === "gated" ? "gated" : "quarantined";
  await auditQuarantine(trx, organizations, quarantine, over ? `region.${done}_ended` : `region.${done}`);
  log.warn(over ? "a region's failures count again" : "a region's failures are ignored for now", {
    region: quarantine.region,
    reason: quarantineText(quarantine),
  });
}

/** A monitor's newest conclusive result in a batch, and how many of its failures the batch has. */
interface Newest {
  readonly outcome: "up" | "down";
  readonly startedAt: number;
  readonly failures: number;
}

/** Returns each monitor's latest outcome, by region. */
function byRegion(accepted: readonly TimedResult[]): FreshResults[] {
  const regions = new Map<string, Map<number, Newest>>();
  for (const { result, startedAt } of accepted) {
    const { region, monitor, outcome } = result;
    if (!isConclusive(outcome)) continue;
    const seen = regions.get(region) ?? new Map<number, Newest>();
    const failures = (seen.get(monitor)?.failures ?? 0) + (outcome === "down" ? 1 : 0);
    regions.set(region, seen.set(monitor, { outcome, startedAt, failures }));
  }
  return [...regions].map(([region, seen]) => {
    const of = (wanted: string) => [...seen].filter(([, { outcome }]) => outcome === wanted);
    const failuresMax = Math.max(0, ...[...seen.values()].map(({ failures }) => failures));
    const down = new Map(of("down").map(([id, { startedAt }]) => [id, new Date(startedAt)]));
    return { region, up: of("up").map(([id]) => id), down, failuresMax };
  });
}
