import {
  type ConfirmationRules,
  type JudgedResult,
  type RegionState,
  stepRegion,
} from "@/lib/domain/checks/region-state";
import { isStale } from "@/lib/domain/checks/silence";
import { type Correction, correctIncidents } from "./correction";
import { Replay } from "./replay";
import { findRestart, type History, restartAtBeginning } from "./restart";
import type { MonitorRules } from "./step";

const HOUR_MS = 3600_000;
/** Minimum and maximum history to read before the oldest late result. */
const HISTORY_MIN_MS = HOUR_MS / 4;
const HISTORY_MAX_MS = 6 * HOUR_MS;

/** The outcome of evaluating all results of a monitor with late ones in chronological order. */
export interface Recomputed {
  readonly states: ReadonlyMap<string, RegionState>;
  readonly corrections: readonly Correction[];
}

/** Returns the history lengths to try, shortest first, in milliseconds. */
export function historySteps(rules: ConfirmationRules, intervalSeconds: number): number[] {
  const checks = rules.incidentConfirmations + rules.recoveryConfirmations + 2;
  const shortest = Math.max(HISTORY_MIN_MS, checks * intervalSeconds * 1000);
  return [shortest, Math.max(HISTORY_MAX_MS, 2 * shortest)];
}

/**
 * Returns the results that may change a decision that was already made: those older than a result of their own region, and
 * those older than another region's result that change what their region says or end its silence. `entries` are in order of
 * their starts; `states` precede them.
 */
export function lateResults<Entry extends JudgedResult>(
  entries: readonly Entry[],
  states: ReadonlyMap<string, RegionState>,
  rules: MonitorRules,
): Entry[] {
  const running = new Map(states);
  const starts = [...states.values()].map(({ lastStart }) => lastStart ?? Number.NEGATIVE_INFINITY);
  const newest = Math.max(...starts);
  return entries.filter((entry) => {
    const [before, state] = [states.get(entry.region), running.get(entry.region)];
    if (!before || !state || entry.outcome === "missed") return false;
    if (before.lastSlot !== null && entry.slot <= before.lastSlot) return true;
    if (entry.startedAt > newest) return false;
    const after = stepRegion(state, entry, rules).state;
    running.set(entry.region, after);
    return !saysTheSame(state, after) || isStale(before, newest, rules.silentAfterMs ?? 0);
  });
}

function saysTheSame(a: RegionState, b: RegionState): boolean {
  const flags = ({ verdict, failures, successes, silent }: RegionState) =>
    `${verdict} ${failures > 0} ${successes > 0} ${silent}`;
  return flags(a) === flags(b);
}

/**
 * Decides again what a monitor's results mean, from the last certain moment before `from` until `nowMs`. Returns null if the
 * history is too short to contain one; with `isAll`, no longer history exists, and the beginning is taken as recorded.
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
  const touched = recorded.filter(
    ({ fixed, recoveredAt }) => !fixed && (recoveredAt === null || recoveredAt > restart.at),
  );
  return { states: run.states, corrections: correctIncidents(touched, run.finish(nowMs)) };
}
