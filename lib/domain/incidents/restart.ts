import { type RegionRules, type RegionState, stepRegion } from "@/lib/domain/checks/region-state";
import { HOUR_MS } from "@/lib/shared/durations";
import { type History, Streaks, statesAtBeginning } from "./history";
import { IncidentMachine, type TrackedIncident } from "./incident-machine";
import { openAt, openUntil, type RecordedIncident } from "./recorded-incident";
import type { ReplayStart } from "./replay";
import { decideOn, isPaused, type RulesInForce, rulesInForce, type StoredResult } from "./replay-facts";

/** Minimum and maximum history to read before the oldest late result. */
const HISTORY_MIN_MS = HOUR_MS / 4;
const HISTORY_MAX_MS = 6 * HOUR_MS;

/**
 * Returns how far back to read the history so that it contains a moment before `from` without an open incident: first
 * the likely time, then the earliest. Epoch milliseconds.
 */
export function historyStarts(
  from: number,
  recorded: readonly RecordedIncident[],
  rules: RegionRules,
  intervalSeconds: number,
): number[] {
  const checks = rules.consecutiveFailures + rules.consecutiveSuccesses + 2;
  const leadMs = Math.max(HISTORY_MIN_MS, checks * intervalSeconds * 1000);
  const calmAt = [...recorded]
    .reverse()
    .reduce((at, incident) => (at < openUntil(incident) ? Math.min(at, incident.at) : at), from);
  const earliest = from - Math.max(HISTORY_MAX_MS, 2 * leadMs);
  return [Math.max(calmAt - leadMs, earliest), earliest];
}

/** Where the reevaluation starts. */
export interface Restart extends ReplayStart {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The results since then. */
  readonly results: readonly StoredResult[];
}

/**
 * Returns the latest restart before `from`: a result after which no incident is open, regardless of what came before.
 * The incidents before it are taken as recorded, and those after it follow from the results. Records of an open
 * incident don't show what was known at the time, because later results have changed them. Returns null if the history
 * contains no such result.
 */
export function findRestart(history: History, from: number): Restart | null {
  const { results, facts, settings } = history;
  const rules = rulesInForce(facts, settings, settings.intervalSeconds);
  const states = statesAtBeginning(history);
  const streaks = new Streaks(rules, history);
  const moments: Moment[] = [];
  for (const [index, result] of results.entries()) {
    if (result.startedAt >= from) break;
    const state = states.get(result.region);
    if (!state || isPaused(result, facts.pauses)) continue;
    const step = stepRegion(state, result, rules);
    states.set(result.region, step.state);
    if (!step.applied) continue;
    streaks.add(result);
    if (streaks.areConfirmed) moments.push({ result, next: index + 1, states: new Map(states) });
  }
  const last = moments.findLast((moment) => endsEveryIncident(moment, history, rules));
  return last ? restart(history, last.result.startedAt, last.next, last.states, null) : null;
}

/** The states after a result, and the index of the next result. */
interface Moment {
  readonly result: StoredResult;
  readonly next: number;
  readonly states: ReadonlyMap<string, RegionState>;
}

/** Returns a restart at the beginning of the history, from what is recorded of that time. */
export function restartAtBeginning(history: History): Restart {
  const open = openAt(history.recorded, history.since);
  return restart(history, history.since, 0, statesAtBeginning(history), open);
}

function restart(
  { results, recorded }: History,
  at: number,
  next: number,
  states: ReadonlyMap<string, RegionState>,
  open: RecordedIncident | null,
): Restart {
  const past = recorded.flatMap(({ recoveredAt, status }) =>
    recoveredAt !== null && recoveredAt <= at ? [{ at: recoveredAt, over: status === "recovered" }] : [],
  );
  const machine: TrackedIncident | null = open && {
    status: "ongoing",
    incidentAt: open.at,
    shared: false,
    waiting: null,
    up: open.up.filter(({ to }) => to !== null && to <= at),
  };
  return { at, states, open: machine, past, results: results.slice(next) };
}

/** An open incident about which nothing else is known. */
const SOME_INCIDENT: TrackedIncident = {
  status: "ongoing",
  incidentAt: 0,
  shared: false,
  waiting: null,
  up: [],
};

/** Returns whether no incident is open after the result, and all that began before it are recorded as ended. */
function endsEveryIncident({ result, states }: Moment, history: History, rules: RulesInForce): boolean {
  const at = result.startedAt;
  const unopenedFrom = streakThatMayOpen([...states.values()], history, at);
  if (history.recorded.some((each) => each.at <= at && (at < openUntil(each) || unopenedFrom <= each.at)))
    return false;
  return [null, SOME_INCIDENT].every((before) => {
    const machine = new IncidentMachine(rules, before);
    decideOn(machine, result, states, history.facts, rules);
    return machine.open === null;
  });
}

/**
 * Returns the start to which a later incident may be backdated, because enough regions have been failing since.
 * Infinity without one.
 */
function streakThatMayOpen(states: readonly RegionState[], { facts, settings }: History, at: number): number {
  const starts = states.flatMap(({ health, failures, failingSince }) =>
    health === "failing" || failures > 0 ? (failingSince ?? []) : [],
  );
  const lowersThreshold = facts.quarantines.some(
    ({ kind, releasedAt }) => kind === "quarantined" && (releasedAt ?? at) >= at,
  );
  const needed = lowersThreshold ? 1 : settings.regionsRequired;
  return starts.sort((a, b) => a - b)[needed - 1] ?? Number.POSITIVE_INFINITY;
}
