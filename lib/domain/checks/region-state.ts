import { isScheduledTime } from "./slot";

/** One check result as the incident rules see it. Times are epoch milliseconds. */
export interface JudgedResult {
  readonly region: string;
  /** The scheduled time, which orders the results of a region. */
  readonly scheduledAt: number;
  readonly startedAt: number;
  readonly outcome: "up" | "down" | "inconclusive" | "missed";
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Returns whether a check says something about its target. Such a result replaces another runner's of the same time that doesn't. */
export function isConclusive(outcome: JudgedResult["outcome"]): outcome is "up" | "down" {
  return outcome === "up" || outcome === "down";
}

/** Orders results by start time in server time, because a runner's scheduled times follow its own clock. */
export function byStart(
  a: Pick<JudgedResult, "startedAt" | "scheduledAt" | "region">,
  b: Pick<JudgedResult, "startedAt" | "scheduledAt" | "region">,
): number {
  return a.startedAt - b.startedAt || a.scheduledAt - b.scheduledAt || a.region.localeCompare(b.region);
}

/** Consecutive results, 1 to 5, that confirm a failure and a recovery in one region. */
export interface RegionRules {
  readonly consecutiveFailures: number;
  readonly consecutiveSuccesses: number;
  /** Omitted only when checks have no schedule, as in a test incident. Every result counts then. */
  readonly cadence?: Cadence;
}

/** Determines when a monitor is scheduled. */
export interface Cadence {
  readonly monitorId: number;
  readonly intervalSeconds: number;
}

/** The stored state of one monitor in one region. Times are epoch milliseconds. */
export interface RegionState {
  readonly region: string;
  readonly health: "unknown" | "healthy" | "failing";
  /** Consecutive failures. 0 after a success. */
  readonly failures: number;
  /** Consecutive successes, counted up to MAX_SUCCESSES. 0 after a failure. */
  readonly successes: number;
  /** Start of the first failure of the current streak, or of the streak that made the region fail. */
  readonly failingSince: number | null;
  /** Start of the first success of the current streak. */
  readonly healthySince: number | null;
  /** Scheduled time of the newest result that was applied, or came too soon after one. */
  readonly lastScheduledAt: number | null;
  /** Start of the newest applied result. */
  readonly lastStart: number | null;
  /** Start of the newest result, inconclusive ones included. */
  readonly heardAt: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Set after three intervals without a result. A silent region counts neither for nor against the monitor. */
  readonly silent: boolean;
  /** Set on a copy whose failure is ignored because the region is gated or quarantined. `silent` is then also true. */
  readonly ignored?: boolean;
  /** When that began, in epoch milliseconds. */
  readonly ignoredSince?: number;
}

export interface RegionStep {
  readonly state: RegionState;
  /** False for repeated, late, and inconclusive results. */
  readonly applied: boolean;
  readonly healthChanged: boolean;
}

/** While a failure or recovery is unconfirmed, the next check comes after `min(interval, 10 s)`. */
export const RECHECK_MAX_MS = 10_000;

/** Tolerance for the distance between two starts when a runner's clock was corrected in between. */
export const START_TOLERANCE_MS = 2000;

/** No setting requires more than this. */
export const MAX_SUCCESSES = 5;

export function unknownRegion(region: string): RegionState {
  return {
    region,
    health: "unknown",
    failures: 0,
    successes: 0,
    failingSince: null,
    healthySince: null,
    lastScheduledAt: null,
    lastStart: null,
    heardAt: null,
    error: null,
    silent: false,
  };
}

/**
 * Applies one result. Ignores results at or before the newest applied scheduled time, which are repeated or late.
 * Inconclusive, missed, and uncounted results change nothing, except that the region reports again.
 */
export function stepRegion(state: RegionState, result: JudgedResult, rules: RegionRules): RegionStep {
  const late = state.lastScheduledAt !== null && result.scheduledAt <= state.lastScheduledAt;
  if (late) return { state, applied: false, healthChanged: false };
  if (!isConclusive(result.outcome))
    return { state: hear(state, result), applied: false, healthChanged: false };
  if (!counts(state, result, rules.cadence)) {
    // Another runner's result of the same slot isn't stored, so it must not count either.
    const heard = { ...hear(state, result), lastScheduledAt: result.scheduledAt };
    return { state: heard, applied: false, healthChanged: false };
  }
  const next = result.outcome === "up" ? succeed(state, result, rules) : fail(state, result, rules);
  return { state: next, applied: true, healthChanged: next.health !== state.health };
}

/** Notes that the region reported. A missed check is reported later by a runner that was unable to run it. */
function hear(state: RegionState, { outcome, startedAt }: JudgedResult): RegionState {
  if (outcome === "missed") return state;
  return { ...state, heardAt: Math.max(startedAt, state.heardAt ?? startedAt), silent: false };
}

/**
 * Returns whether a result adds information. Checks closer together than the recheck interval don't confirm each other,
 * regardless of which runner made them. Such a result counts only if it contradicts the previous one: a failure always, as
 * when a runner takes over shortly after its peer's success, and a success if it was regularly scheduled.
 */
function counts(
  { lastStart, failures, successes }: RegionState,
  { region, scheduledAt, startedAt, outcome }: JudgedResult,
  cadence: Cadence | undefined,
): boolean {
  if (!cadence || lastStart === null) return true;
  const { monitorId, intervalSeconds } = cadence;
  if (startedAt - lastStart >= Math.min(intervalSeconds * 1000, RECHECK_MAX_MS) - START_TOLERANCE_MS)
    return true;
  if (outcome === "down") return failures === 0;
  return successes === 0 && isScheduledTime(scheduledAt, monitorId, region, intervalSeconds);
}

function succeed(state: RegionState, result: JudgedResult, rules: RegionRules): RegionState {
  const successes = Math.min(state.successes + 1, MAX_SUCCESSES);
  // One success is enough for the first state. Only a failing region must confirm its recovery.
  const healthy = state.health !== "failing" || successes >= rules.consecutiveSuccesses;
  return {
    ...hear(state, result),
    health: healthy ? "healthy" : "failing",
    failures: 0,
    successes,
    failingSince: healthy ? null : state.failingSince,
    healthySince: state.successes === 0 ? result.startedAt : state.healthySince,
    lastScheduledAt: result.scheduledAt,
    lastStart: result.startedAt,
    error: healthy ? null : state.error,
  };
}

function fail(state: RegionState, result: JudgedResult, rules: RegionRules): RegionState {
  const failures = state.failures + 1;
  const failing = state.health === "failing" || failures >= rules.consecutiveFailures;
  const streakRuns = state.health === "failing" || state.failures > 0;
  return {
    ...hear(state, result),
    health: failing ? "failing" : state.health,
    failures,
    successes: 0,
    failingSince: streakRuns ? (state.failingSince ?? result.startedAt) : result.startedAt,
    healthySince: null,
    lastScheduledAt: result.scheduledAt,
    lastStart: result.startedAt,
    error: result.error ?? state.error,
  };
}

/** Returns whether a result that was not counted, because it came between scheduled checks, justifies an early recheck. */
export function isUnheard(
  state: RegionState,
  { scheduledAt, startedAt, outcome }: Pick<JudgedResult, "scheduledAt" | "startedAt" | "outcome">,
): boolean {
  if (scheduledAt !== state.lastScheduledAt || startedAt === state.lastStart) return false;
  return outcome === "up" && (state.failures > 0 || state.health === "failing");
}

/** Returns whether a region that isn't failing has a failure that the next check may confirm. */
export function mayFail({ health, failures }: RegionState): boolean {
  return health !== "failing" && failures > 0;
}

/** Returns whether a failure or recovery is not confirmed yet, so that the next check comes after `min(interval, 10 s)`. */
export function isUnconfirmed(state: RegionState): boolean {
  return state.health === "failing" ? state.successes > 0 : state.failures > 0;
}
