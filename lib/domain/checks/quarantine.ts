import { REGIONS } from "@/lib/contract/core/regions";
import { clockTime, count } from "@/lib/domain/core/wording";
import type { RegionState } from "./region-state";

/** What one region reports beside the others about the monitors that they share. */
export interface Comparison {
  /** Shared monitors that could be compared: the others looked after this region's failure began, or it sees none. */
  readonly shared: number;
  /** Of those: it fails, and every other region that looked since sees them up. */
  readonly alone: number;
  /** Projects of the monitors that fail for it alone. */
  readonly projects: number;
}

/** What a region saw in the last 20 s of monitors that did not fail there before. */
export interface LatestFlips {
  readonly looked: number;
  /** Those that began to fail and fail nowhere else, and their projects. */
  readonly flipped: number;
  readonly projects: number;
}

export interface RegionSight {
  readonly region: string;
  /** Over all shared monitors. */
  readonly whole: Comparison;
  /** Over those that it checked in the last 20 s: what it is like now, before an interval has passed. */
  readonly recent: Comparison;
  /** The longest streak of failures that it alone sees. */
  readonly slots: number;
  /** Other regions, not quarantined themselves, that contradict it. */
  readonly witnesses: number;
  /** Monitors checked from there. */
  readonly monitors: number;
  /** Those that began to fail in the last minute and fail nowhere else, and their projects. */
  readonly flipped: number;
  readonly flippedProjects: number;
  /** The same of the last 20 s alone: a minute is longer than the first of them take to be confirmed. */
  readonly latest: LatestFlips;
  /** Other regions that report at least one of its monitors. */
  readonly others: number;
}

export interface RegionHold {
  readonly region: string;
  /** Gated: its failures wait up to a minute for the others. Quarantined: they count for nothing until it agrees again. */
  readonly kind: "gated" | "quarantined";
  /** Epoch milliseconds. */
  readonly since: number;
  readonly reason: string;
  /** Epoch milliseconds; null while it holds. */
  readonly releasedAt: number | null;
}

/** F33: more than this share of the shared monitors … */
const SHARE = 0.3;
/** … for this many checks in a row … */
const SLOTS = 3;
/** … and never on the word of fewer monitors than this. */
const ALONE_MIN = 3;
/** One project's failures may be its own outage as that region sees it. */
const PROJECTS_MIN = 2;
/** One region against one other: nobody can tell which of the two is wrong. */
const WITNESSES_MIN = 2;
/** F17: more than max(10, 30 %) of a region's monitors from at least 5 projects. */
const FLIPPED_MIN = 10;
const FLIPPED_PROJECTS_MIN = 5;
export const GATE_MS = 60_000;
/** A gate that was opened stays open this long: what still fails has waited already. */
const GATE_REST_MS = 5 * 60_000;
/** Two servers' clocks may be a little apart. */
const AHEAD_MAX_MS = 60_000;

/**
 * Whether a region's failures are held, and why (F17, F33). `before` is its newest hold, over or not; the same object comes
 * back when nothing changes.
 */
export function judgeRegion(before: RegionHold | null, sight: RegionSight, nowMs: number): RegionHold | null {
  const held = before && before.releasedAt === null ? before : null;
  if (held?.kind === "quarantined") return disagrees(sight) ? held : release(held, nowMs);
  if (isAlone(sight)) return hold("quarantined", sight, nowMs);
  if (held) return nowMs - held.since >= GATE_MS || nowMs < held.since ? release(held, nowMs) : held;
  return flips(sight) && !restsAfter(before, nowMs) ? hold("gated", sight, nowMs) : before;
}

/** Too much of what it sees fails for it alone. Also without witnesses this releases: nobody contradicts it any more. */
function disagrees(sight: RegionSight): boolean {
  return sight.witnesses >= WITNESSES_MIN && [sight.whole, sight.recent].some(exceeds);
}

function exceeds({ alone, shared }: Comparison): boolean {
  return alone > shared * SHARE;
}

function isAlone(sight: RegionSight): boolean {
  if (sight.witnesses < WITNESSES_MIN || sight.slots < SLOTS) return false;
  return [sight.whole, sight.recent].some(
    (seen) => exceeds(seen) && seen.alone >= ALONE_MIN && seen.projects >= PROJECTS_MIN,
  );
}

function flips({ monitors, flipped, flippedProjects, others, latest }: RegionSight): boolean {
  const whole = isMass(flipped, monitors, flippedProjects);
  return others > 0 && (whole || isMass(latest.flipped, latest.looked, latest.projects));
}

function isMass(flipped: number, looked: number, projects: number): boolean {
  return flipped > Math.max(FLIPPED_MIN, looked * SHARE) && projects >= FLIPPED_PROJECTS_MIN;
}

function restsAfter(before: RegionHold | null, nowMs: number): boolean {
  return before?.kind === "gated" && nowMs >= before.since && nowMs - before.since < GATE_REST_MS;
}

function hold(kind: RegionHold["kind"], sight: RegionSight, nowMs: number): RegionHold {
  return { region: sight.region, kind, since: nowMs, reason: reasonOf(kind, sight), releasedAt: null };
}

function reasonOf(kind: RegionHold["kind"], sight: RegionSight): string {
  if (kind === "gated" && !isMass(sight.flipped, sight.monitors, sight.flippedProjects)) {
    const { looked, flipped, projects } = sight.latest;
    return `${flipped} of ${count(looked, "monitor")} checked in 20 s, in ${projects} projects, started failing here and in no other region`;
  }
  if (kind === "gated") {
    return `${sight.flipped} of ${count(sight.monitors, "monitor")}, in ${sight.flippedProjects} projects, started failing within a minute here and in no other region`;
  }
  const { alone, shared } = exceeds(sight.whole) ? sight.whole : sight.recent;
  return `it alone reports ${alone} of ${count(shared, "shared monitor")} down, for ${sight.slots} consecutive checks`;
}

function release(held: RegionHold, nowMs: number): RegionHold {
  return { ...held, releasedAt: Math.max(nowMs, held.since) };
}

/** What people read in a decision: which region did not count, and why. */
export function holdText({ region, kind, since, reason }: RegionHold): string {
  const word = kind === "gated" ? "waiting up to a minute for confirmation by other regions" : "quarantined";
  const name = Object.entries(REGIONS).find(([code]) => code === region)?.[1].name ?? region;
  return `${name} has been ${word} since ${clockTime(since)} UTC: ${reason}`;
}

/** Held failures are looked at again every 10 s: at the end of a gate, one seen this recently is no leftover. */
const GATE_FRESH_MS = 5000;

/**
 * After the release only a failure that goes on counts: not one that was seen before and that nobody has looked at since from there,
 * though another region's result asks about it now, and not one that is ending.
 */
function stillHolds(
  { kind, releasedAt }: RegionHold,
  { failures, failingSince, lastSlot }: RegionState,
): boolean {
  if (releasedAt === null) return true;
  const seenAgain = (lastSlot ?? 0) > releasedAt - (kind === "gated" ? GATE_FRESH_MS : 0);
  return !seenAgain || (failures === 0 && (failingSince ?? 0) <= releasedAt);
}

/** The holds that the clock has not overtaken: one that ends in the future is of before the clock went back (F11). */
export function plausibleHolds(
  holds: ReadonlyMap<string, RegionHold>,
  nowMs: number,
): Map<string, RegionHold> {
  return new Map([...holds].filter(([, { releasedAt }]) => (releasedAt ?? 0) <= nowMs + AHEAD_MAX_MS));
}

export interface Trusted {
  readonly regions: readonly RegionState[];
  /** The monitor's threshold, lowered to the regions that are left when a quarantine takes some. */
  readonly threshold: number;
  /** What was left out. */
  readonly held: readonly RegionHold[];
}

/**
 * A monitor's regions as the quorum may use them: a held region's failure is no evidence, as if the region were silent; its
 * success is. `holds` are the newest of each region, over or not. A gate never holds what another region sees fail too.
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
