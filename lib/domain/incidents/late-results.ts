import { type RegionHold, trust } from "@/lib/domain/checks/quarantine";
import {
  type ConfirmationRules,
  type JudgedResult,
  MAX_SUCCESSES,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import type { Correction, RecordedIncident } from "./correction";
import type { OpenCourse, PastRecovery } from "./course";
import { HOLD_MS } from "./flapping";
import type { ReplayStart, StoredResult } from "./replay";

const HOUR_MS = 3600_000;
/** A region without results for this many intervals may have counted as silent. */
const SILENT_INTERVALS = 3;
/** Minimum and maximum history to read before the oldest late result to reconstruct the region states. */
const HISTORY_MIN_MS = HOUR_MS / 4;
const HISTORY_MAX_MS = 6 * HOUR_MS;

/** The outcome of evaluating all results of a monitor with late ones in chronological order. */
export interface Recomputed {
  readonly states: ReadonlyMap<string, RegionState>;
  readonly corrections: readonly Correction[];
}

/**
 * Returns the history lengths to try, shortest first. Longer ones are needed only if a shorter one doesn't determine every
 * state.
 */
export function historySteps(rules: ConfirmationRules, intervalSeconds: number): number[] {
  const checks = rules.incidentConfirmations + rules.recoveryConfirmations + 2;
  const shortest = Math.max(HISTORY_MIN_MS, checks * intervalSeconds * 1000);
  return [shortest, Math.max(HISTORY_MAX_MS, 2 * shortest)];
}

/**
 * Returns the results that are older than an applied one and may change earlier decisions: those older than a result of
 * their own region, and those older than another region's result that change their region's state or end its silence.
 * `entries` are ordered by scheduled time; `states` precede them.
 */
export function lateResults<Entry extends JudgedResult>(
  entries: readonly Entry[],
  states: ReadonlyMap<string, RegionState>,
  rules: ConfirmationRules,
  intervalSeconds: number,
): Entry[] {
  const running = new Map(states);
  const newest = Math.max(
    ...[...states.values()].map(({ lastSlot }) => lastSlot ?? Number.NEGATIVE_INFINITY),
  );
  return entries.filter((entry) => {
    const state = running.get(entry.region);
    if (!state || entry.outcome === "missed" || Math.min(entry.slot, entry.startedAt) > newest) return false;
    const lastSlot = states.get(entry.region)?.lastSlot ?? null;
    if (lastSlot !== null && entry.slot <= lastSlot) return true;
    const after = stepRegion(state, entry, rules).state;
    running.set(entry.region, after);
    return (
      newest - (lastSlot ?? 0) > SILENT_INTERVALS * intervalSeconds * 1000 || !meansTheSame(state, after)
    );
  });
}

function meansTheSame(a: RegionState, b: RegionState): boolean {
  const flags = ({ verdict, failures, successes, silent }: RegionState) =>
    `${verdict} ${failures > 0} ${successes > 0} ${silent}`;
  return flags(a) === flags(b);
}

export interface StatesBefore {
  readonly states: Map<string, RegionState>;
  readonly heard: Map<string, number>;
  /** Whether the results fully determine each state, regardless of what came before them. */
  readonly settled: boolean;
}

/**
 * Returns the region states after `results` (oldest first, all since `from`). `known` contains the current states, which
 * apply to regions without newer results. If the results don't determine a state, `begin` provides the region's starting
 * state.
 */
export function statesBefore(
  results: readonly StoredResult[],
  known: ReadonlyMap<string, RegionState>,
  from: number,
  rules: ConfirmationRules,
  begin: (known: RegionState) => RegionState = ({ region }) => unknownRegion(region),
): StatesBefore {
  const before: StatesBefore = { states: new Map(), heard: new Map(), settled: true };
  let settled = true;
  for (const [region, present] of known) {
    const untouched = present.lastSlot === null || present.lastSlot < from;
    let state = untouched ? present : begin(present);
    let isSettled = untouched;
    if (untouched && present.lastSlot !== null) before.heard.set(region, present.lastSlot);
    for (const result of results) {
      if (result.region !== region) continue;
      if (result.outcome !== "missed") before.heard.set(region, result.startedAt);
      state = stepRegion(state, result, rules).state;
      isSettled ||=
        state.successes >= rules.recoveryConfirmations || state.failures >= rules.incidentConfirmations;
    }
    before.states.set(region, state);
    settled &&= isSettled;
  }
  return { ...before, settled };
}

/** Returns the starting state of a region with too little history, based on the incidents recorded at that time. */
export function beginAt(
  from: number,
  recorded: readonly RecordedIncident[],
  rules: ConfirmationRules,
): (known: RegionState) => RegionState {
  const around = recorded.find(({ at, recoveredAt }) => at <= from && from < (recoveredAt ?? Infinity));
  return (known) => {
    const unknown = unknownRegion(known.region);
    const { verdict, healthySince } = known;
    if (verdict === "healthy" && healthySince !== null && healthySince <= from)
      return { ...unknown, verdict, healthySince, successes: MAX_SUCCESSES };
    if (!around) return unknown;
    const { incidentConfirmations: failures } = rules;
    return { ...unknown, verdict: "failing", failures, failingSince: around.at, error: known.error };
  };
}

/** Where to start recomputing, and which recorded incident was open then. */
export interface CourseStart extends ReplayStart {
  readonly openId: number | null;
}

/** Returns the state of a monitor's incidents at `at`, from the region states then and the incidents recorded earlier. */
export function startAt(
  at: number,
  { states, heard }: StatesBefore,
  recorded: readonly RecordedIncident[],
  holds: ReadonlyMap<string, RegionHold>,
  regionThreshold: number,
): CourseStart {
  const { regions, threshold } = trust([...states.values()], holds, regionThreshold);
  const failing = regions.filter(({ verdict, held }) => verdict === "failing" && !held);
  const starts = failing.map(({ failingSince }) => failingSince ?? 0).sort((a, b) => a - b);
  const since = starts[threshold - 1];
  const before = recorded.filter((incident) => incident.at < at);
  const found =
    since === undefined
      ? before.findLast((incident) => waitsAt(incident, at))
      : before.findLast((incident) => !endsBy(incident, since));
  const past = before.flatMap(({ id, recoveredAt }): PastRecovery[] =>
    recoveredAt !== null && recoveredAt <= at && id !== found?.id ? [{ at: recoveredAt, over: true }] : [],
  );
  const isRecovering = since === undefined || failing.some(({ successes }) => successes > 0);
  const open = found ? openAt(at, found, isRecovering, since === undefined) : null;
  return { states, heard, open, past, openId: found?.id ?? null };
}

function endsBy({ recoveredAt }: RecordedIncident, at: number): boolean {
  return recoveredAt !== null && recoveredAt <= at;
}

/** Returns whether the incident was open at `at` although the monitor was up, because its recovery was still waiting. */
function waitsAt(incident: RecordedIncident, at: number): boolean {
  return upSince(incident, at) !== undefined && (!endsBy(incident, at) || (incident.heldUntil ?? 0) > at);
}

/**
 * Returns since when the monitor was up at `at`, as recorded, or undefined if it was down. An earlier recovery counts as
 * the start.
 */
function upSince({ up, recoveredAt }: RecordedIncident, at: number): number | undefined {
  const around = up.find(({ from, to }) => from < at && (to === null || to >= at || to === recoveredAt));
  return around?.from ?? (recoveredAt !== null && recoveredAt < at ? recoveredAt : undefined);
}

function openAt(at: number, found: RecordedIncident, isRecovering: boolean, isHeld: boolean): OpenCourse {
  const since = upSince(found, at) ?? at;
  const closed = found.up.filter(({ from, to }) => from < since && to !== null && to < at);
  return {
    status: isRecovering ? "recovering" : "ongoing",
    incidentAt: found.at,
    shared: false,
    held: isHeld ? { at: since, until: since + HOLD_MS } : null,
    up: since < at ? [...closed, { from: since, to: null }] : closed,
  };
}
