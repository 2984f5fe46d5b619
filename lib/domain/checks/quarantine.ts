import { nameOf, placeOf } from "@/lib/contract/core/regions";
import { clockTime, count } from "@/lib/domain/core/wording";
import {
  BEGAN_MS,
  type Flips,
  LATEST_MS,
  type LoneFlips,
  type RegionComparison,
  type SharedMonitors,
} from "./region-comparison";
import { RECHECK_MAX_MS, type RegionRules, type RegionState } from "./region-state";

export interface RegionQuarantine {
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

/** A region is quarantined if it alone reports more than this share of the shared monitors down */
const SHARE = 0.3;
/** Number of consecutive checks in which it must do so */
const STREAK_MIN = 3;
/** Number of monitors that it alone must report down. */
const ALONE_MIN = 3;
/** Failures in a single project may be a real outage that only affects this region. */
const PROJECTS_MIN = 2;
/** With only one other region, there is no way to tell which of the two is wrong. */
const CONTRADICTING_MIN = 2;
/**
 * Gate: more than max(5, 20 %) of a region's monitors, in at least 5 projects. Less than a quarantine needs, because the first
 * failures are confirmed within about 20 s, when a region has checked only a third of its monitors, and a gate costs a minute at
 * most, and only monitors that no other region sees fail.
 */
const FLIPPED_SHARE = 0.2;
const FLIPPED_MIN = 5;
const FLIPPED_PROJECTS_MIN = 5;
/** No incident opens later than this because of a gate. */
export const GATE_MS = 60_000;
/** A mass outage: at most one new failure that others contradict for this many that they confirm. */
const CONFIRMED_PER_CONTRADICTED = 4;
/** After a gate ends, no new one starts for this long, because what still fails has already waited. */
const GATE_REST_MS = 5 * 60_000;
/** Allowed difference between two servers' clocks. */
const AHEAD_MAX_MS = 60_000;

/**
 * Decides whether a region's failures are ignored, and why. `before` is the region's latest quarantine, active or not. Returns
 * the same object if nothing changes.
 */
export function judgeRegion(
  before: RegionQuarantine | null,
  seen: RegionComparison,
  nowMs: number,
): RegionQuarantine | null {
  const active = before && before.releasedAt === null ? before : null;
  if (active?.kind === "quarantined") return disagrees(seen) ? active : release(active, nowMs);
  if (isAlone(seen)) return quarantine("quarantined", seen, nowMs);
  if (active) return isMassOutage(seen) || isOver(active, nowMs) ? release(active, nowMs) : active;
  if (!failsInMass(seen) || isMassOutage(seen) || restsAfter(before, nowMs)) return before;
  return quarantine("gated", seen, nowMs);
}

/** Returns whether a gate has lasted as long as it may, or began in the future, before the clock was set back. */
function isOver({ since }: RegionQuarantine, nowMs: number): boolean {
  return nowMs - since >= GATE_MS || nowMs < since;
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
  return flipped > Math.max(FLIPPED_MIN, looked * FLIPPED_SHARE) && projects >= FLIPPED_PROJECTS_MIN;
}

/** Returns whether regions that fail together confirm each other: on the same monitors, at the same time. */
function isMassOutage({ flips, latest }: RegionComparison): boolean {
  return [flips, latest].some(
    ({ confirmed, contradicted }: LoneFlips) =>
      isMass(confirmed) && confirmed.flipped >= contradicted * CONFIRMED_PER_CONTRADICTED,
  );
}

function restsAfter(before: RegionQuarantine | null, nowMs: number): boolean {
  return before?.kind === "gated" && nowMs >= before.since && nowMs - before.since < GATE_REST_MS;
}

function quarantine(kind: RegionQuarantine["kind"], seen: RegionComparison, nowMs: number): RegionQuarantine {
  return { region: seen.region, kind, since: nowMs, reason: reasonOf(kind, seen), releasedAt: null };
}

function reasonOf(kind: RegionQuarantine["kind"], seen: RegionComparison): string {
  const of = (monitors: number, what: string) => count(monitors, seen.isSample ? `sampled ${what}` : what);
  if (kind === "gated" && isMass(seen.flips)) {
    const { looked, flipped, projects } = seen.flips;
    return `${flipped} of ${of(looked, "monitor")}, in ${projects} projects, started failing within ${seconds(BEGAN_MS)} here and in no other region`;
  }
  if (kind === "gated") {
    const { looked, flipped, projects } = seen.latest;
    return `${flipped} of ${of(looked, "monitor")} checked in ${seconds(LATEST_MS)}, in ${projects} projects, started failing here and in no other region`;
  }
  const { alone, shared } = exceeds(seen.whole) ? seen.whole : seen.recent;
  return `it alone reports ${alone} of ${of(shared, "shared monitor")} down, for ${seen.streak} consecutive checks`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

function release(active: RegionQuarantine, nowMs: number): RegionQuarantine {
  return { ...active, releasedAt: Math.max(nowMs, active.since) };
}

/** Describes the quarantine in a decision: which region was ignored, and why. With `named`, as the place where its checks run. */
export function quarantineText(
  { region, kind, since, reason }: RegionQuarantine,
  named?: ReadonlySet<string>,
): string {
  const word = kind === "gated" ? "waiting up to a minute for confirmation by other regions" : "quarantined";
  const place = named ? placeOf(region, named) : nameOf(region);
  return `${place} has been ${word} since ${clockTime(since)} UTC: ${reason}`;
}

/** Gated failures are rechecked every 10 s, so a result this recent at the end of a gate is not stale. */
const GATE_FRESH_MS = 5000;

/** A monitor's rules, as far as quarantines depend on them. */
export interface QuarantineRules extends RegionRules {
  /** Number of failing regions required for an incident. */
  readonly regionsRequired: number;
  /** The longest duration of a check. Omitted only without a cadence. */
  readonly timeoutMs?: number;
}

/**
 * Returns whether the quarantine still applies to this region state. After release, only failures that continue count: not stale
 * ones that were not rechecked since, and not ones that are already ending.
 */
export function stillApplies(
  quarantine: RegionQuarantine,
  state: RegionState,
  rules: QuarantineRules,
): boolean {
  const { kind, releasedAt } = quarantine;
  const { failures, failingSince, lastScheduledAt } = state;
  if (kind === "gated" && hasWaited(quarantine, state, rules)) return false;
  if (releasedAt === null) return true;
  const seenAgain = (lastScheduledAt ?? 0) > releasedAt - (kind === "gated" ? GATE_FRESH_MS : 0);
  return !seenAgain || (failures === 0 && (failingSince ?? 0) <= releasedAt);
}

/**
 * Returns whether the next result would arrive more than `GATE_MS` after the failure was confirmed, so that the gate can't wait
 * for it. A gate that ends between two results delays an incident until the second one.
 */
function hasWaited(
  { since }: RegionQuarantine,
  { failures, failingSince, lastStart }: RegionState,
  { consecutiveFailures, cadence, timeoutMs = 0 }: QuarantineRules,
): boolean {
  if (failures === 0 || lastStart === null) return false;
  const recheckMs = Math.min((cadence?.intervalSeconds ?? Number.POSITIVE_INFINITY) * 1000, RECHECK_MAX_MS);
  const confirmedMs = (failingSince ?? 0) + (consecutiveFailures - 1) * recheckMs;
  const nextWithinMs = Math.max(recheckMs, timeoutMs) + timeoutMs;
  return lastStart + nextWithinMs > Math.max(since, confirmedMs) + GATE_MS;
}

/** Returns whether the other region was gated at the same time, so that it can't contradict this one's failures. */
function beganTogether(gate: RegionQuarantine, other: RegionQuarantine | undefined): boolean {
  return other?.kind === "gated" && Math.abs(other.since - gate.since) <= LATEST_MS;
}

/** Drops quarantines released in the future, which were recorded before the clock was set back. */
export function plausibleQuarantines(
  quarantines: ReadonlyMap<string, RegionQuarantine>,
  nowMs: number,
): Map<string, RegionQuarantine> {
  return new Map([...quarantines].filter(([, { releasedAt }]) => (releasedAt ?? 0) <= nowMs + AHEAD_MAX_MS));
}

export interface TrustedRegions {
  readonly regions: readonly RegionState[];
  /** The monitor's required regions, lowered to the number that remain when some are quarantined. */
  readonly required: number;
  readonly applied: readonly RegionQuarantine[];
}

/**
 * Returns the monitor's regions as the quorum may use them. A quarantined region's failure is ignored as if the region were
 * silent; its success counts. `quarantines` contains the latest of each region, active or not. A gate only delays opening an
 * incident: it never applies while one is open, to a failure that another region also reports, gated or not, or once all other
 * regions were gated at the same time.
 */
export function applyQuarantines(
  regions: readonly RegionState[],
  quarantines: ReadonlyMap<string, RegionQuarantine>,
  rules: QuarantineRules,
  hasIncident = false,
): TrustedRegions {
  const fails = (region: RegionState) => region.health === "failing" || region.failures > 0;
  const quarantineOf = (region: RegionState) => {
    const quarantine = quarantines.get(region.region);
    return quarantine && fails(region) && stillApplies(quarantine, region, rules) ? quarantine : undefined;
  };
  const reporting = regions.filter(
    (region) => !region.silent && fails(region) && quarantineOf(region)?.kind !== "quarantined",
  );
  const isGateOff = (region: RegionState, gate: RegionQuarantine) => {
    if (hasIncident || reporting.some((other) => other !== region)) return true;
    const others = regions.filter((other) => other !== region && !other.silent);
    return others.length > 0 && others.every((other) => beganTogether(gate, quarantines.get(other.region)));
  };
  const applied: RegionQuarantine[] = [];
  let quarantined = 0;
  const trusted = regions.map((region) => {
    const by = quarantineOf(region);
    if (!by || (by.kind === "gated" && isGateOff(region, by))) return region;
    if (by.releasedAt === null) applied.push(by);
    if (by.kind === "quarantined") quarantined += 1;
    return { ...region, silent: true, ignored: true, ignoredSince: by.since };
  });
  return {
    regions: trusted,
    required: Math.max(1, Math.min(rules.regionsRequired, regions.length - quarantined)),
    applied,
  };
}
