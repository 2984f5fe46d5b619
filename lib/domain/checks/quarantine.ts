import { nameOf, placeOf } from "@/lib/contract/core/regions";
import { clockTime, count } from "@/lib/domain/core/wording";
import {
  BEGAN_MS,
  type Flips,
  LATEST_MS,
  type RegionComparison,
  type SharedMonitors,
} from "./region-comparison";
import type { RegionState } from "./region-state";

export interface RegionHold {
  readonly region: string;
  /**
   * `gated`: failures wait up to a minute for other regions. `quarantined`: failures are ignored until the region agrees
   * with the others again.
   */
  readonly kind: "gated" | "quarantined";
  /** Epoch milliseconds. */
  readonly since: number;
  readonly reason: string;
  /** Epoch milliseconds. Null while active. */
  readonly releasedAt: number | null;
}

/** Quarantine: the region alone reports more than this share of the shared monitors down … */
const SHARE = 0.3;
/** … for this many consecutive checks … */
const STREAK_MIN = 3;
/** … and for at least this many monitors. */
const ALONE_MIN = 3;
/** Failures in a single project may be a real outage that only affects this region. */
const PROJECTS_MIN = 2;
/** With only one other region, there is no way to tell which of the two is wrong. */
const CONTRADICTING_MIN = 2;
/** Gate: more than max(10, 30 %) of a region's monitors, in at least 5 projects. */
const FLIPPED_MIN = 10;
const FLIPPED_PROJECTS_MIN = 5;
export const GATE_MS = 60_000;
/** After a gate ends, no new one starts for this long, because what still fails has already waited. */
const GATE_REST_MS = 5 * 60_000;
/** Allowed difference between two servers' clocks. */
const AHEAD_MAX_MS = 60_000;

/**
 * Decides whether a region's failures are ignored, and why. `before` is the region's latest hold, active or not. Returns
 * the same object if nothing changes.
 */
export function judgeRegion(
  before: RegionHold | null,
  seen: RegionComparison,
  nowMs: number,
): RegionHold | null {
  const held = before && before.releasedAt === null ? before : null;
  if (held?.kind === "quarantined") return disagrees(seen) ? held : release(held, nowMs);
  if (isAlone(seen)) return hold("quarantined", seen, nowMs);
  if (held) return nowMs - held.since >= GATE_MS || nowMs < held.since ? release(held, nowMs) : held;
  return failsInMass(seen) && !restsAfter(before, nowMs) ? hold("gated", seen, nowMs) : before;
}

/**
 * Returns whether too many failures are reported by this region alone. Without enough other regions to contradict it, the
 * quarantine ends.
 */
function disagrees(seen: RegionComparison): boolean {
  return seen.contradicting >= CONTRADICTING_MIN && [seen.whole, seen.recent].some(exceeds);
}

function exceeds({ alone, shared }: SharedMonitors): boolean {
  return alone > shared * SHARE;
}

function isAlone({ contradicting, streak, whole, recent }: RegionComparison): boolean {
  if (contradicting < CONTRADICTING_MIN || streak < STREAK_MIN) return false;
  return [whole, recent].some(
    (seen) => exceeds(seen) && seen.alone >= ALONE_MIN && seen.projects >= PROJECTS_MIN,
  );
}

function failsInMass({ flips, latest, others }: RegionComparison): boolean {
  return others > 0 && [flips, latest].some(isMass);
}

function isMass({ flipped, looked, projects }: Flips): boolean {
  return flipped > Math.max(FLIPPED_MIN, looked * SHARE) && projects >= FLIPPED_PROJECTS_MIN;
}

function restsAfter(before: RegionHold | null, nowMs: number): boolean {
  return before?.kind === "gated" && nowMs >= before.since && nowMs - before.since < GATE_REST_MS;
}

function hold(kind: RegionHold["kind"], seen: RegionComparison, nowMs: number): RegionHold {
  return { region: seen.region, kind, since: nowMs, reason: reasonOf(kind, seen), releasedAt: null };
}

function reasonOf(kind: RegionHold["kind"], seen: RegionComparison): string {
  if (kind === "gated" && isMass(seen.flips)) {
    const { looked, flipped, projects } = seen.flips;
    return `${flipped} of ${count(looked, "monitor")}, in ${projects} projects, started failing within ${seconds(BEGAN_MS)} here and in no other region`;
  }
  if (kind === "gated") {
    const { looked, flipped, projects } = seen.latest;
    return `${flipped} of ${count(looked, "monitor")} checked in ${seconds(LATEST_MS)}, in ${projects} projects, started failing here and in no other region`;
  }
  const { alone, shared } = exceeds(seen.whole) ? seen.whole : seen.recent;
  return `it alone reports ${alone} of ${count(shared, "shared monitor")} down, for ${seen.streak} consecutive checks`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

function release(held: RegionHold, nowMs: number): RegionHold {
  return { ...held, releasedAt: Math.max(nowMs, held.since) };
}

/** Describes the hold in a decision: which region was ignored, and why. With `named`, as the place where its checks run. */
export function holdText({ region, kind, since, reason }: RegionHold, named?: ReadonlySet<string>): string {
  const word = kind === "gated" ? "waiting up to a minute for confirmation by other regions" : "quarantined";
  const place = named ? placeOf(region, named) : nameOf(region);
  return `${place} has been ${word} since ${clockTime(since)} UTC: ${reason}`;
}

/** Gated failures are rechecked every 10 s, so a result this recent at the end of a gate is not stale. */
const GATE_FRESH_MS = 5000;

/**
 * Returns whether the hold still applies to this region state. After release, only failures that continue count: not stale
 * ones that were not rechecked since, and not ones that are already ending.
 */
function stillHolds(
  { kind, releasedAt }: RegionHold,
  { failures, failingSince, lastSlot }: RegionState,
): boolean {
  if (releasedAt === null) return true;
  const seenAgain = (lastSlot ?? 0) > releasedAt - (kind === "gated" ? GATE_FRESH_MS : 0);
  return !seenAgain || (failures === 0 && (failingSince ?? 0) <= releasedAt);
}

/** Drops holds released in the future, which were recorded before the clock was set back. */
export function plausibleHolds(
  holds: ReadonlyMap<string, RegionHold>,
  nowMs: number,
): Map<string, RegionHold> {
  return new Map([...holds].filter(([, { releasedAt }]) => (releasedAt ?? 0) <= nowMs + AHEAD_MAX_MS));
}

export interface Trusted {
  readonly regions: readonly RegionState[];
  /** The monitor's required regions, lowered to the number that remain when some are quarantined. */
  readonly threshold: number;
  /** The holds that were applied. */
  readonly held: readonly RegionHold[];
}

/**
 * Returns the monitor's regions as the quorum may use them. A held region's failure is ignored as if the region were
 * silent; its success counts. `holds` contains the latest of each region, active or not. A gate never applies to a failure
 * that another region also reports.
 */
export function trust(
  regions: readonly RegionState[],
  holds: ReadonlyMap<string, RegionHold>,
  threshold: number,
): Trusted {
  const fails = (region: RegionState) => region.verdict === "failing" || region.failures > 0;
  const heldOf = (region: RegionState) => {
    const hold = holds.get(region.region);
    return hold && fails(region) && stillHolds(hold, region) ? hold : undefined;
  };
  const seenElsewhere = regions.some((region) => !region.silent && fails(region) && !heldOf(region));
  const held: RegionHold[] = [];
  let quarantined = 0;
  const trusted = regions.map((region) => {
    const by = heldOf(region);
    if (!by || (by.kind === "gated" && seenElsewhere)) return region;
    if (by.releasedAt === null) held.push(by);
    if (by.kind === "quarantined") quarantined += 1;
    return { ...region, silent: true, held: true };
  });
  return {
    regions: trusted,
    threshold: Math.max(1, Math.min(threshold, regions.length - quarantined)),
    held,
  };
}
