import type { UpInterval } from "@/lib/domain/checks/availability";
import {
  byStart,
  isUnconfirmed,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import {
  IncidentMachine,
  type IncidentTransition,
  type PastRecovery,
  type TrackedIncident,
} from "./incident-machine";
import {
  decideOn,
  isPaused,
  type ReplayFacts,
  type ReplaySettings,
  type RulesInForce,
  rulesInForce,
  type StoredResult,
} from "./replay-facts";

/** An incident that the rules produce. Times are epoch milliseconds. */
export interface ReplayedIncident {
  readonly at: number;
  /** When the failure was confirmed and the alert was sent. */
  readonly alertedAt: number;
  readonly recoveredAt: number | null;
  readonly reason: string;
  /** When the monitor was observed up during the incident. Excluded from downtime. */
  readonly up: readonly UpInterval[];
  /** Status while open. */
  readonly status: TrackedIncident["status"];
  /** When the wait for stable recovery started. Null if it doesn't wait. */
  readonly waitingSince: number | null;
  /** The decision that opened it. Null if it was already open when the replay started. */
  readonly opening: Extract<IncidentTransition, { kind: "open" }> | null;
  /** The latest decision and the start of the check that led to it. */
  readonly latest: { readonly at: number; readonly reason: string };
}

/** Starting point of a replay that doesn't begin with the first result. */
export interface ReplayStart {
  readonly states: ReadonlyMap<string, RegionState>;
  readonly open: TrackedIncident | null;
  readonly past: readonly PastRecovery[];
}

type Opened = { -readonly [Key in keyof ReplayedIncident]: ReplayedIncident[Key] };

/** Tolerance when comparing slots of one region. */
const SLOT_MS = 1000;

/**
 * Evaluates stored results, oldest first, by the same rules as ingest, so unchanged settings reproduce the recorded
 * incidents. Keeps only the states in memory. Limits: incidents that a person recovered continue here, and results of an
 * earlier configuration count unless they were stored without being counted.
 */
export class Replay {
  readonly incidents: Opened[] = [];
  readonly states: Map<string, RegionState>;
  readonly machine: IncidentMachine;
  private readonly anchors = new Map<string, { first: number; cell: number }>();
  private readonly thinned: boolean;
  private readonly rules: RulesInForce;

  constructor(
    private readonly facts: ReplayFacts,
    private readonly settings: ReplaySettings,
    presentSeconds = settings.intervalSeconds,
    start: ReplayStart | null = null,
  ) {
    this.states = new Map(
      facts.regions.map((region) => [region, start?.states.get(region) ?? unknownRegion(region)]),
    );
    this.rules = rulesInForce(facts, settings, presentSeconds);
    this.machine = new IncidentMachine(this.rules, start?.open ?? null, [...(start?.past ?? [])]);
    this.thinned = settings.intervalSeconds > presentSeconds;
    if (start?.open) this.begin(null, start.open.incidentAt, start.open.incidentAt);
  }

  take(result: StoredResult): void {
    const state = this.states.get(result.region);
    const finishedAt = result.startedAt + result.durationMs;
    if (!state || isPaused(result, this.facts.pauses) || !this.isDue(result, state)) return;
    this.note(this.machine.settle(finishedAt), finishedAt);
    const step = stepRegion(state, result, this.rules);
    this.states.set(result.region, step.state);
    if (!step.applied) return;
    this.note(decideOn(this.machine, result, this.states, this.facts, this.rules), finishedAt);
    const last = this.incidents.at(-1);
    const { open } = this.machine;
    if (last && open)
      Object.assign(last, { up: open.up, status: open.status, waitingSince: open.waiting?.at ?? null });
  }

  /** Returns the incidents up to `endMs`. One that is still open has no recovery. */
  finish(endMs: number): readonly ReplayedIncident[] {
    this.note(this.machine.settle(endMs), endMs);
    return this.incidents;
  }

  /** At a longer interval, keeps the first result of each slot, and every result while something is unconfirmed. */
  private isDue({ region, scheduledAt }: StoredResult, state: RegionState): boolean {
    if (!this.thinned) return true;
    const anchor = this.anchors.get(region) ?? { first: scheduledAt, cell: -1 };
    const cell = Math.floor((scheduledAt - anchor.first + SLOT_MS) / (this.settings.intervalSeconds * 1000));
    if (cell <= anchor.cell) return isUnconfirmed(state);
    this.anchors.set(region, { ...anchor, cell });
    return true;
  }

  private note(decision: IncidentTransition | null, finishedAt: number): void {
    if (!decision) return;
    const { at, reason } = decision;
    if (decision.kind === "open") this.begin(decision, at, finishedAt);
    const last = this.incidents.at(-1);
    if (!last) return;
    last.latest = { at, reason };
    if (decision.kind === "recovered" && !this.machine.open)
      Object.assign(last, { recoveredAt: at, up: decision.up });
  }

  private begin(opening: ReplayedIncident["opening"], at: number, alertedAt: number): void {
    const { up = [], waiting = null, status = "ongoing" } = this.machine.open ?? {};
    const reason = opening?.reason ?? "";
    const began = { at, alertedAt, reason, opening, up, status, latest: { at, reason } };
    this.incidents.push({ ...began, recoveredAt: null, waitingSince: waiting?.at ?? null });
  }
}

/** Replays results that are already in memory, in any order. */
export function replay(
  results: readonly StoredResult[],
  facts: ReplayFacts,
  settings: ReplaySettings,
  presentSeconds = settings.intervalSeconds,
): readonly ReplayedIncident[] {
  const run = new Replay(facts, settings, presentSeconds);
  const sorted = [...results].sort(byStart);
  for (const result of sorted) run.take(result);
  const last = sorted.at(-1);
  return run.finish(last ? last.startedAt + last.durationMs : 0);
}

/**
 * Returns why stored results can't be replayed at this interval, or null. A shorter interval, or one that isn't a whole
 * multiple, needs checks that never ran. Seconds.
 */
export function intervalObjection(presentSeconds: number, otherSeconds: number): string | null {
  const every = otherSeconds / presentSeconds;
  if (Number.isInteger(every) && every >= 1) return null;
  return `The interval must be a whole multiple of the current interval of ${presentSeconds} seconds; got ${otherSeconds}.`;
}
