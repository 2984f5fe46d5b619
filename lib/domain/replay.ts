import { holdOf } from "./flapping";
import {
  afterRecovery,
  type IncidentDecision,
  type MonitorRules,
  type OpenIncident,
  stepIncident,
} from "./incident-step";
import { holdText, type RegionHold, trust } from "./quarantine";
import {
  type Cadence,
  isUnconfirmed,
  type JudgedResult,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "./region-state";
import type { Span } from "./span";

/** A stored result; `durationMs` is how long the check took. */
export interface StoredResult extends JudgedResult {
  readonly durationMs: number;
}

/** The settings that a replay can change. */
export interface ReplaySettings extends MonitorRules {
  readonly intervalSeconds: number;
}

/** What else decided at the time, the same for all settings. */
export interface ReplayFacts {
  readonly monitorId: number;
  readonly regions: readonly string[];
  readonly timeoutMs: number;
  /** By hand and by maintenance windows. */
  readonly pauses: readonly Span[];
  /** Every hold of its regions (gated or quarantined), oldest first. */
  readonly holds: readonly RegionHold[];
}

/** One incident that the rules would have made. Epoch milliseconds. */
export interface ReplayedIncident {
  readonly at: number;
  /** When it was confirmed: the alert leaves then. */
  readonly toldAt: number;
  readonly recoveredAt: number | null;
  readonly reason: string;
}

type Opened = { -readonly [Key in keyof ReplayedIncident]: ReplayedIncident[Key] };

/** From the end of a check to its decision: it is reported within 250 ms and judged at once. */
const ARRIVAL_MS = 1000;
/** Slots of one region are told apart by this much. */
const SLOT_MS = 1000;

/**
 * Steps through stored results, oldest first, by the rules of ingest: unchanged settings make the incidents that were. Holds the
 * states only, however many results there are. Not known: results that came late are taken at their time, incidents that a person
 * ended go on, and results of an earlier configuration count.
 */
export class Replay {
  readonly incidents: Opened[] = [];
  private readonly states: Map<string, RegionState>;
  /** When each region was heard last; silent after three intervals and a timeout. */
  private readonly heard = new Map<string, number>();
  private readonly anchors = new Map<string, { first: number; cell: number }>();
  private readonly thinned: boolean;
  private readonly cadence: Cadence;
  private open: OpenIncident | null = null;
  /** A recovery that waits because the monitor flaps. */
  private held: { readonly at: number; readonly until: number } | null = null;

  constructor(
    private readonly facts: ReplayFacts,
    private readonly settings: ReplaySettings,
    presentSeconds = settings.intervalSeconds,
  ) {
    this.states = new Map(facts.regions.map((region) => [region, unknownRegion(region)]));
    this.thinned = settings.intervalSeconds > presentSeconds;
    this.cadence = { monitorId: facts.monitorId, intervalSeconds: presentSeconds };
  }

  take(result: StoredResult): void {
    const state = this.states.get(result.region);
    const finishedAt = result.startedAt + result.durationMs;
    if (!state || this.isPaused(result.startedAt, finishedAt) || !this.isDue(result, state)) return;
    this.endHeld(finishedAt);
    if (result.outcome !== "missed") this.heard.set(result.region, result.startedAt);
    const step = stepRegion(state, result, { ...this.settings, cadence: this.cadence });
    this.states.set(result.region, step.state);
    if (step.applied) this.decide(result, finishedAt);
  }

  /** The incidents up to `endMs`; one that is open then has no recovery. */
  finish(endMs: number): readonly ReplayedIncident[] {
    this.endHeld(endMs);
    return this.incidents;
  }

  private isPaused(startedAt: number, finishedAt: number): boolean {
    return this.facts.pauses.some((pause) => pause.from <= finishedAt && startedAt < pause.to);
  }

  /** At a coarser interval: the first result of each of its slots, and every one while something is unconfirmed. */
  private isDue({ region, slot }: StoredResult, state: RegionState): boolean {
    if (!this.thinned) return true;
    const anchor = this.anchors.get(region) ?? { first: slot, cell: -1 };
    const cell = Math.floor((slot - anchor.first + SLOT_MS) / (this.settings.intervalSeconds * 1000));
    if (cell <= anchor.cell) return isUnconfirmed(state);
    this.anchors.set(region, { ...anchor, cell });
    return true;
  }

  private decide(result: StoredResult, finishedAt: number): void {
    if (!this.open && ![...this.states.values()].some(({ verdict }) => verdict === "failing")) return;
    // As in ingest: a clock that went back must not turn the times inside an incident around (F11).
    const decider = { region: result.region, at: Math.max(result.startedAt, this.open?.incidentAt ?? 0) };
    const states = [...this.states.values()].map((state) => this.withSilence(state, result.startedAt));
    const { regions, threshold, held } = trust(
      states,
      this.holdsAt(finishedAt + ARRIVAL_MS),
      this.settings.regionThreshold,
    );
    if (regions.some(({ region, held: out }) => out && region === decider.region)) return;
    const rules = { ...this.settings, regionThreshold: threshold };
    const stepped = stepIncident(regions, rules, this.open, decider);
    const decision = afterRecovery(stepped, decider, this.incidents.at(-1)?.recoveredAt ?? null);
    if (decision)
      this.apply({ ...decision, reason: [decision.reason, ...held.map(holdText)].join("; ") }, finishedAt);
  }

  private apply(decision: IncidentDecision, finishedAt: number): void {
    if (decision.kind === "open") {
      const { at, reason, status } = decision;
      this.incidents.push({ at, toldAt: finishedAt, recoveredAt: null, reason });
      this.open = { status, incidentAt: at };
    } else if (decision.kind === "recovered") this.recover(decision.at);
    else if (this.open) {
      this.open = { ...this.open, status: decision.kind };
      if (decision.kind === "ongoing") this.held = null;
    }
  }

  private recover(at: number): void {
    if (this.held || !this.open) return;
    const earlier = this.incidents.flatMap(({ recoveredAt }) => recoveredAt ?? []);
    const hold = holdOf(earlier, at);
    if (hold) {
      this.held = { at, until: hold.until };
      this.open = { ...this.open, status: "recovering" };
    } else this.close(at);
  }

  private endHeld(atMs: number): void {
    if (!this.held || atMs < this.held.until) return;
    this.close(this.held.at);
    this.held = null;
  }

  private close(at: number): void {
    const last = this.incidents.at(-1);
    if (last) last.recoveredAt = at;
    this.open = null;
  }

  private withSilence(state: RegionState, atMs: number): RegionState {
    const resumed = this.facts.pauses.findLast((pause) => pause.to <= atMs)?.to ?? 0;
    const since = Math.max(this.heard.get(state.region) ?? atMs, resumed);
    const silent = atMs - since > 3000 * this.settings.intervalSeconds + this.facts.timeoutMs;
    return silent === state.silent ? state : { ...state, silent };
  }

  /** The newest hold of each region as it was then. */
  private holdsAt(atMs: number): Map<string, RegionHold> {
    const holds = new Map<string, RegionHold>();
    for (const hold of this.facts.holds) {
      if (hold.since > atMs) break;
      const over = hold.releasedAt !== null && hold.releasedAt <= atMs;
      holds.set(hold.region, over ? hold : { ...hold, releasedAt: null });
    }
    return holds;
  }
}

/** The incidents that the settings make of results that are in memory already, in any order. */
export function replay(
  results: readonly StoredResult[],
  facts: ReplayFacts,
  settings: ReplaySettings,
  presentSeconds = settings.intervalSeconds,
): readonly ReplayedIncident[] {
  const run = new Replay(facts, settings, presentSeconds);
  const sorted = [...results].sort((a, b) => a.slot - b.slot || a.region.localeCompare(b.region));
  for (const result of sorted) run.take(result);
  const last = sorted.at(-1);
  return run.finish(last ? last.startedAt + last.durationMs : 0);
}

/**
 * Why stored results can't answer this interval; null when they can. A finer one, or one that is no whole multiple, would have
 * checked at moments nobody looked at. Seconds.
 */
export function intervalObjection(presentSeconds: number, otherSeconds: number): string | null {
  const every = otherSeconds / presentSeconds;
  if (Number.isInteger(every) && every >= 1) return null;
  return `Stored results can only answer a whole multiple of the present interval of ${presentSeconds} seconds; given was ${otherSeconds}.`;
}
