import { isScheduledTime } from "./slot";

/** One check as the rules see it. Times are epoch milliseconds. */
export interface JudgedResult {
  readonly region: string;
  /** When it was due; orders the results of a region. */
  readonly slot: number;
  readonly startedAt: number;
  readonly outcome: "up" | "down" | "inconclusive" | "missed";
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Orders results as they were made: by start in our time, because a runner's slots are by its own clock. */
export function byStart(
  a: Pick<JudgedResult, "startedAt" | "slot" | "region">,
  b: Pick<JudgedResult, "startedAt" | "slot" | "region">,
): number {
  return a.startedAt - b.startedAt || a.slot - b.slot || a.region.localeCompare(b.region);
}

/** How many results in a row confirm a failure and a recovery of one region, 1 … 5. */
export interface ConfirmationRules {
  readonly incidentConfirmations: number;
  readonly recoveryConfirmations: number;
  /** Left out only where the checks have no schedule, as in a test incident: then each one counts. */
  readonly cadence?: Cadence;
}

/** What decides when a monitor may be checked. */
export interface Cadence {
  readonly monitorId: number;
  readonly intervalSeconds: number;
}

/** What is held about one monitor seen from one region. Times are epoch milliseconds. */
export interface RegionState {
  readonly region: string;
  readonly verdict: "unknown" | "healthy" | "failing";
  /** Failures in a row, 0 after a success. */
  readonly failures: number;
  /** Successes in a row, 0 after a failure; counted up to MAX_SUCCESSES. */
  readonly successes: number;
  /** Start of the first failure of the streak that made it failing, or of the running streak. */
  readonly failingSince: number | null;
  /** Start of the first success of the running streak of successes. */
  readonly healthySince: number | null;
  /** Slot of the newest result that was applied. */
  readonly lastSlot: number | null;
  /** Start of that result. */
  readonly lastStart: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** No result for three intervals: it does not report, and is no evidence for anything. */
  readonly silent: boolean;
  /** Set on a copy whose failure must not count because the region is gated or quarantined; silent is true then too. */
  readonly held?: boolean;
}

export interface RegionStep {
  readonly state: RegionState;
  /** False for a repeat, a late result, and one that judges nothing. */
  readonly applied: boolean;
  readonly verdictChanged: boolean;
}

/** While something is unconfirmed, the next check comes after `min(interval, 10 s)`. */
export const RECHECK_MAX_MS = 10_000;

/** How much closer two starts may look because a runner's clock was corrected in between. */
export const START_TOLERANCE_MS = 2000;

/** Counting further says nothing: no confirmation needs more. */
export const MAX_SUCCESSES = 5;

export function unknownRegion(region: string): RegionState {
  return {
    region,
    verdict: "unknown",
    failures: 0,
    successes: 0,
    failingSince: null,
    healthySince: null,
    lastSlot: null,
    lastStart: null,
    error: null,
    silent: false,
  };
}

/**
 * Applies one result. A result at or before the newest applied slot is a repeat or late and moves nothing; an inconclusive
 * or missed one, and one that `counts` leaves out, moves nothing either, except that the region reports again.
 */
export function stepRegion(state: RegionState, result: JudgedResult, rules: ConfirmationRules): RegionStep {
  const late = state.lastSlot !== null && result.slot <= state.lastSlot;
  if (late) return { state, applied: false, verdictChanged: false };
  const isClear = result.outcome === "up" || result.outcome === "down";
  if (!isClear || !counts(state, result, rules.cadence)) {
    const heard = result.outcome !== "missed" && state.silent ? { ...state, silent: false } : state;
    return { state: heard, applied: false, verdictChanged: false };
  }
  const next = result.outcome === "up" ? succeed(state, result, rules) : fail(state, result, rules);
  return { state: next, applied: true, verdictChanged: next.verdict !== state.verdict };
}

/**
 * Tells whether a result says something new. Checks closer together than a re-check may come don't confirm each other, whoever made them:
 * such a result counts only if it was scheduled then and contradicts the one before.
 */
function counts(
  { lastStart, failures, successes }: RegionState,
  { region, slot, startedAt, outcome }: JudgedResult,
  cadence: Cadence | undefined,
): boolean {
  if (!cadence || lastStart === null) return true;
  const { monitorId, intervalSeconds } = cadence;
  if (startedAt - lastStart >= Math.min(intervalSeconds * 1000, RECHECK_MAX_MS) - START_TOLERANCE_MS)
    return true;
  const repeats = outcome === "down" ? failures > 0 : successes > 0;
  return !repeats && isScheduledTime(slot, monitorId, region, intervalSeconds);
}

function succeed(state: RegionState, result: JudgedResult, rules: ConfirmationRules): RegionState {
  const successes = Math.min(state.successes + 1, MAX_SUCCESSES);
  // The first verdict needs one success; only a failing region has to prove its recovery.
  const healthy = state.verdict !== "failing" || successes >= rules.recoveryConfirmations;
  return {
    ...state,
    verdict: healthy ? "healthy" : "failing",
    failures: 0,
    successes,
    failingSince: healthy ? null : state.failingSince,
    healthySince: state.successes === 0 ? result.startedAt : state.healthySince,
    lastSlot: result.slot,
    lastStart: result.startedAt,
    error: healthy ? null : state.error,
    silent: false,
  };
}

function fail(state: RegionState, result: JudgedResult, rules: ConfirmationRules): RegionState {
  const failures = state.failures + 1;
  const failing = state.verdict === "failing" || failures >= rules.incidentConfirmations;
  const streakRuns = state.verdict === "failing" || state.failures > 0;
  return {
    ...state,
    verdict: failing ? "failing" : state.verdict,
    failures,
    successes: 0,
    failingSince: streakRuns ? (state.failingSince ?? result.startedAt) : result.startedAt,
    healthySince: null,
    lastSlot: result.slot,
    lastStart: result.startedAt,
    error: result.error ?? state.error,
    silent: false,
  };
}

/** Tells whether a result that counted for nothing, because it came between scheduled checks, is a reason to look again soon. */
export function isUnheard(
  state: RegionState,
  { slot, outcome }: Pick<JudgedResult, "slot" | "outcome">,
): boolean {
  if (state.lastSlot === null || slot <= state.lastSlot) return false;
  return (
    (outcome === "down" && state.failures === 0) ||
    (outcome === "up" && (state.failures > 0 || state.verdict === "failing"))
  );
}

/** Whether a failure or a recovery is seen but not confirmed: the next check comes after `min(interval, 10 s)`. */
export function isUnconfirmed(state: RegionState): boolean {
  return state.verdict === "failing" ? state.successes > 0 : state.failures > 0;
}
