import { type JudgedResult, mayFail, type RegionState, stepRegion } from "@/lib/domain/checks/region-state";
import { isStale } from "@/lib/domain/checks/silence";
import { type Correction, correctIncidents } from "./correction";
import type { History } from "./history";
import type { TrackedIncident } from "./incident-machine";
import { Replay } from "./replay";
import { type RulesInForce, rulesInForce } from "./replay-facts";
import { findRestart, restartAtBeginning } from "./restart";

/** The outcome of evaluating all of a monitor's results, including late ones, in chronological order. */
export interface Recomputed {
  readonly states: ReadonlyMap<string, RegionState>;
  readonly corrections: readonly Correction[];
  /** Whether an open incident stays although the results don't confirm it, because the next checks may. */
  readonly isKeptOpen: boolean;
}

/**
 * Returns the results that may change an earlier decision: those older than a result from their own region, and those
 * older than another region's result that change their region's state or end its silence. `entries` are in order of
 * their starts; `states` precede them.
 */
export function lateResults<Entry extends JudgedResult>(
  entries: readonly Entry[],
  states: ReadonlyMap<string, RegionState>,
  rules: RulesInForce,
): Entry[] {
  const running = new Map(states);
  const starts = [...states.values()].map(({ lastStart }) => lastStart ?? Number.NEGATIVE_INFINITY);
  const newest = Math.max(...starts);
  return entries.filter((entry) => {
    const [before, state] = [states.get(entry.region), running.get(entry.region)];
    if (!before || !state || entry.outcome === "missed") return false;
    if (before.lastScheduledAt !== null && entry.scheduledAt <= before.lastScheduledAt) return true;
    if (entry.startedAt > newest) return false;
    const after = stepRegion(state, entry, rules).state;
    running.set(entry.region, after);
    return !saysTheSame(state, after) || isStale(before, newest, rules.silentAfterMs);
  });
}

/**
 * Returns when failing regions went silent that report again before the clock job marked them. Decisions about other
 * regions' results may have assumed that they were still failing. Epoch milliseconds.
 */
export function unnoticedSilences(
  entries: readonly JudgedResult[],
  states: ReadonlyMap<string, RegionState>,
  { silentAfterMs }: RulesInForce,
): number[] {
  const running = new Map(states);
  return entries.flatMap((entry) => {
    const state = running.get(entry.region);
    if (!state || entry.outcome === "missed") return [];
    running.set(entry.region, {
      ...state,
      heardAt: Math.max(entry.startedAt, state.heardAt ?? 0),
      silent: false,
    });
    const isUnnoticed = isStale(state, entry.startedAt, silentAfterMs) && !state.silent;
    return isUnnoticed && state.heardAt !== null ? [state.heardAt + silentAfterMs] : [];
  });
}

function saysTheSame(a: RegionState, b: RegionState): boolean {
  const flags = ({ health, failures, successes, silent }: RegionState) =>
    `${health} ${failures > 0} ${successes > 0} ${silent}`;
  return flags(a) === flags(b);
}

/**
 * Reevaluates a monitor's results from the last certain moment before `from` until `nowMs`. Returns null if the history
 * is too short to contain one, or the time at which a region began to fail. With `isAll`, there is no more history, and
 * its beginning is taken as recorded. An open incident isn't withdrawn while the next checks may confirm it: people
 * would be notified of a recovery during an outage.
 */
export function recompute(
  history: History,
  { from, nowMs, isAll }: { from: number; nowMs: number; isAll: boolean },
): Recomputed | null {
  const { facts, settings, recorded } = history;
  const restart = findRestart(history, from) ?? (isAll ? restartAtBeginning(history) : null);
  if (!restart) return null;
  const run = new Replay(facts, settings, settings.intervalSeconds, restart);
  for (const result of restart.results) run.take(result);
  if (!isAll && isAnyStartGuessed(run.states, history)) return null;
  const touched = recorded.filter(
    ({ fixed, recoveredAt }) => !fixed && (recoveredAt === null || recoveredAt > restart.at),
  );
  const corrections = correctIncidents(touched, run.finish(nowMs));
  const { silentAfterMs } = rulesInForce(facts, settings, settings.intervalSeconds);
  const reporting = [...run.states.values()].filter((state) => !isStale(state, nowMs, silentAfterMs));
  const kept = corrections.filter((correction) => {
    const openedAt = withdrawnOpening(correction);
    return openedAt === null || !mayConfirm(openedAt, reporting);
  });
  return { states: run.states, corrections: kept, isKeptOpen: kept.length < corrections.length };
}

/** Returns whether a region has been failing since before the history, and what is known of it so far doesn't say since when. */
function isAnyStartGuessed(states: ReadonlyMap<string, RegionState>, { since, present }: History): boolean {
  return [...states.values()].some(
    ({ region, failingSince }) =>
      failingSince !== null && failingSince <= since && failingSince !== present.get(region)?.failingSince,
  );
}

/**
 * Returns the start of the open incident that a correction withdraws because there is no outage now; null for other
 * corrections.
 */
function withdrawnOpening(correction: Correction): number | null {
  if (correction.kind !== "withdraw" || correction.into !== null) return null;
  return correction.recorded.recoveredAt === null ? correction.recorded.at : null;
}

/**
 * Returns whether the next checks may confirm an incident that began at `openedAt`: a region's failure isn't confirmed yet, or one
 * fails and another hasn't reported since.
 */
function mayConfirm(openedAt: number, states: readonly RegionState[]): boolean {
  if (states.some(mayFail)) return true;
  const isFailing = states.some(({ health }) => health === "failing");
  return isFailing && states.some(({ heardAt }) => heardAt !== null && heardAt < openedAt);
}

/**
 * Returns since when an open incident has had too few failing regions while the next checks may add some: late results
 * left it open, and the next results decide. Null for all others. Epoch milliseconds.
 */
export function keptOpenSince(
  open: TrackedIncident | null,
  states: ReadonlyMap<string, RegionState>,
  { regionsRequired }: RulesInForce,
): number | null {
  if (!open || open.waiting || open.shared) return null;
  const all = [...states.values()];
  const failing = all.filter(({ health }) => health === "failing");
  return failing.length < regionsRequired && mayConfirm(open.incidentAt, all) ? open.incidentAt : null;
}
