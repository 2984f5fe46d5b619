import { REGION_CODES } from "@/lib/contract/core/regions";
import { holdText, judgeRegion, plausibleHolds, type RegionHold } from "@/lib/domain/checks/quarantine";
import {
  BEGAN_MS,
  compareRegion,
  LATEST_MS,
  otherMachines,
  type RegionComparison,
} from "@/lib/domain/checks/region-comparison";
import { log } from "@/lib/shared/log";
import type { Tx } from "@/lib/store/core/tx";
import {
  auditHold,
  type FreshResults,
  selectHolds,
  selectMonitorGroups,
  writeHold,
} from "@/lib/store/runners/region-quarantines";
import { aliveRunners } from "@/lib/store/runners/runners";
import type { TimedResult } from "./monitor-work";

/** Minimum time between two evaluations of a region. The last result applies in between. */
const LOOK_MS = 2000;

/** When this process last evaluated each region, in epoch milliseconds. Evaluations by several processes don't conflict. */
const looked = new Map<string, number>();

/**
 * Returns each region's latest hold, active or not, evaluated with this batch before its results decide anything. Evaluates
 * only regions with a failure in the batch or an active hold.
 */
export async function heldRegions(
  trx: Tx,
  accepted: readonly TimedResult[],
  nowMs: number,
): Promise<Map<string, RegionHold>> {
  const holds = plausibleHolds(await selectHolds(trx), nowMs);
  for (const fresh of byRegion(accepted)) {
    const before = holds.get(fresh.region) ?? null;
    const held = before?.releasedAt === null;
    if ((fresh.down.length === 0 && !held) || !isDue(fresh.region, nowMs)) continue;
    const quarantined = [...holds.values()].filter(isQuarantine).map(({ region }) => region);
    const after = judgeRegion(before, await compared(trx, fresh, quarantined, nowMs), nowMs);
    if (!after || after === before) continue;
    await tell(trx, after);
    holds.set(fresh.region, after);
  }
  return holds;
}

async function compared(
  trx: Tx,
  fresh: FreshResults,
  quarantined: readonly string[],
  nowMs: number,
): Promise<RegionComparison> {
  const machines = otherMachines(fresh.region, REGION_CODES, await aliveRunners(trx), quarantined);
  const groups = await selectMonitorGroups(trx, fresh, {
    machines,
    now: new Date(nowMs),
    latestSince: new Date(nowMs - LATEST_MS),
    recentSince: new Date(nowMs - BEGAN_MS),
  });
  return compareRegion(fresh.region, groups);
}

function isQuarantine(hold: RegionHold): boolean {
  return hold.kind === "quarantined" && hold.releasedAt === null;
}

function isDue(region: string, nowMs: number): boolean {
  const last = looked.get(region);
  // The same instant means that the transaction is retried and its previous finding was rolled back.
  if (last !== undefined && last !== nowMs && Math.abs(nowMs - last) < LOOK_MS) return false;
  looked.set(region, nowMs);
  return true;
}

async function tell(trx: Tx, hold: RegionHold): Promise<void> {
  await writeHold(trx, hold);
  const over = hold.releasedAt !== null;
  const done = hold.kind === "gated" ? "gated" : "quarantined";
  await auditHold(trx, hold, over ? `region.${done}_ended` : `region.${done}`);
  log.warn(over ? "a region's failures count again" : "a region's failures are ignored for now", {
    region: hold.region,
    reason: holdText(hold),
  });
}

/** Returns each monitor's latest outcome, by region. */
function byRegion(accepted: readonly TimedResult[]): FreshResults[] {
  const regions = new Map<string, Map<number, "up" | "down">>();
  for (const { result } of accepted) {
    if (result.outcome !== "up" && result.outcome !== "down") continue;
    const seen = regions.get(result.region) ?? new Map<number, "up" | "down">();
    regions.set(result.region, seen.set(result.monitor, result.outcome));
  }
  return [...regions].map(([region, seen]) => {
    const of = (wanted: string) => [...seen].filter(([, outcome]) => outcome === wanted).map(([id]) => id);
    return { region, up: of("up"), down: of("down") };
  });
}
