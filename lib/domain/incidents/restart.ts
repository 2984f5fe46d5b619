import {
  type ConfirmationRules,
  type JudgedResult,
  MAX_SUCCESSES,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import type { RecordedIncident } from "./correction";
import { IncidentCourse, type OpenCourse } from "./course";
import type { ReplayStart } from "./replay";
import {
  decideOn,
  isPaused,
  type ReplayFacts,
  type ReplaySettings,
  type RulesInForce,
  rulesInForce,
  type StoredResult,
} from "./replay-facts";

/** What is stored of a monitor since `since` (epoch milliseconds) when late results arrive. */
export interface History {
  readonly since: number;
  /** Oldest first, with the late ones. */
  readonly results: readonly StoredResult[];
  /** The current region states, without the late results. */
  readonly present: ReadonlyMap<string, RegionState>;
  /** The current incidents, without the late results, oldest first. */
  readonly recorded: readonly RecordedIncident[];
  readonly facts: ReplayFacts;
  readonly settings: ReplaySettings;
}

/** Where to start deciding again. */
export interface Restart extends ReplayStart {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The results from then on. */
  readonly results: readonly StoredResult[];
}

/**
 * Returns the latest restart before `from`: a result after which the monitor is plainly up (no incident is open) or plainly
 * down (the recorded incident is ongoing), whatever came before. At other times the recorded incidents don't tell how things
 * stood, because later results have shaped them: while a failure or recovery is unconfirmed, or waits to be stable. Returns
 * null if the history is too short.
 */
export function findRestart(history: History, from: number): Restart | null {
  const { since, results, facts, settings } = history;
  const rules = rulesInForce(facts, settings, settings.intervalSeconds);
  const states = statesAt(history, openAt(history.recorded, since));
  const streaks = new Streaks(
    rules,
    [...history.present.values()].filter((state) => hasResultsSince(state, since)),
  );
  let found: Restart | null = null;
  for (const [index, result] of results.entries()) {
    if (result.startedAt >= from) break;
    const state = states.get(result.region);
    if (!state || isPaused(result, facts.pauses)) continue;
    const step = stepRegion(state, result, rules);
    states.set(result.region, step.state);
    if (!step.applied) continue;
    streaks.add(result);
    const open = streaks.areConfirmed ? openAfter(result, states, history, rules) : undefined;
    if (open !== undefined) found = restart(history, result.startedAt, index + 1, new Map(states), open);
  }
  return found;
}

/** Returns a restart at the beginning of the history, from what is recorded of that time. */
export function restartAtBeginning(history: History): Restart {
  const open = openAt(history.recorded, history.since);
  return restart(history, history.since, 0, statesAt(history, open), open);
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
  const course: OpenCourse | null = open && {
    status: "ongoing",
    incidentAt: open.at,
    shared: false,
    held: null,
    up: open.up.filter(({ to }) => to !== null && to <= at),
  };
  return { at, states, open: course, past, results: results.slice(next) };
}

/** An open incident of which nothing is known. */
const SOME_INCIDENT: OpenCourse = {
  status: "recovering",
  incidentAt: 0,
  shared: false,
  held: null,
  up: [],
};

/**
 * Returns the incident that is open after a result, null if none is, or undefined if that depends on what came before the
 * result or isn't recorded.
 */
function openAfter(
  result: StoredResult,
  states: ReadonlyMap<string, RegionState>,
  { facts, recorded }: History,
  rules: RulesInForce,
): RecordedIncident | null | undefined {
  const [first, second] = [null, SOME_INCIDENT].map((before) => {
    const course = new IncidentCourse(rules, before);
    decideOn(course, result, states, facts, rules);
    return course.open;
  });
  const at = result.startedAt;
  if (!first && !second)
    return recorded.some((each) => each.at <= at && at < waitEnd(each)) ? undefined : null;
  if (first?.status !== "ongoing" || second?.status !== "ongoing") return undefined;
  return openAt(recorded, at) ?? undefined;
}

function openAt(recorded: readonly RecordedIncident[], at: number): RecordedIncident | null {
  const open = recorded.findLast(
    (each) => each.at <= at && at < (each.recoveredAt ?? Number.POSITIVE_INFINITY),
  );
  return open ?? null;
}

/** Returns until when an incident was open, including the wait for stable recovery. */
function waitEnd({ recoveredAt, heldUntil }: RecordedIncident): number {
  return recoveredAt === null ? Number.POSITIVE_INFINITY : Math.max(recoveredAt, heldUntil ?? 0);
}

/**
 * Returns the region states at the beginning of the history as far as they are known. Of a region with later results, that is
 * a streak that still lasts, and that regions failed during an incident.
 */
function statesAt({ since, present }: History, open: RecordedIncident | null): Map<string, RegionState> {
  return new Map([...present].map(([region, state]) => [region, stateAt(since, state, open)]));
}

function stateAt(since: number, present: RegionState, open: RecordedIncident | null): RegionState {
  if (!hasResultsSince(present, since)) return { ...present, heardAt: present.lastStart };
  const { region, verdict, healthySince, failingSince, error } = present;
  const unknown = unknownRegion(region);
  if (verdict === "healthy" && healthySince !== null && healthySince <= since)
    return { ...unknown, verdict, healthySince, successes: MAX_SUCCESSES };
  if (verdict === "failing" && failingSince !== null && failingSince <= since)
    return { ...unknown, verdict, failingSince, failures: 1, error };
  return open ? { ...unknown, verdict: "failing", failingSince: open.at, failures: 1, error } : unknown;
}

function hasResultsSince({ lastSlot }: RegionState, since: number): boolean {
  return lastSlot !== null && lastSlot >= since;
}

/** Tells when the results determine every region's state, whatever it was before them. */
class Streaks {
  private readonly open: Set<string>;
  private readonly streaks = new Map<string, { outcome: string; length: number }>();

  constructor(
    private readonly rules: ConfirmationRules,
    unknown: readonly RegionState[],
  ) {
    this.open = new Set(unknown.map(({ region }) => region));
  }

  get areConfirmed(): boolean {
    return this.open.size === 0;
  }

  add({ region, outcome }: JudgedResult): void {
    const before = this.streaks.get(region);
    const length = before?.outcome === outcome ? before.length + 1 : 1;
    this.streaks.set(region, { outcome, length });
    const { incidentConfirmations, recoveryConfirmations } = this.rules;
    if (length >= (outcome === "up" ? recoveryConfirmations : incidentConfirmations))
      this.open.delete(region);
  }
}
