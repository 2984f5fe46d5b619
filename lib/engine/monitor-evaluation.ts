import type { ResultAck } from "@/lib/contract/checks/check";
import type { UpInterval } from "@/lib/domain/checks/availability";
import { statusOf } from "@/lib/domain/checks/monitor-status";
import { applyQuarantines, quarantineText, type RegionQuarantine } from "@/lib/domain/checks/quarantine";
import {
  isUnconfirmed,
  isUnheard,
  type JudgedResult,
  RECHECK_MAX_MS,
  type RegionState,
  stepRegion,
} from "@/lib/domain/checks/region-state";
import { isSilentAt } from "@/lib/domain/checks/silence";
import type { Correction } from "@/lib/domain/incidents/correction";
import { IncidentMachine, type IncidentTransition } from "@/lib/domain/incidents/incident-machine";
import type { Recomputed } from "@/lib/domain/incidents/late-results";
import type { MonitorFacts, ObservedFacts } from "@/lib/store/checks/ingest-reads";
import type { MonitorWrite, RegionWrite } from "@/lib/store/checks/region-states";
import {
  type OpenIncidentRow,
  type RecoveryRow,
  trackedIncident,
} from "@/lib/store/incidents/open-incidents";
import { rulesOf } from "./monitor-facts";
import { judged, type TimedResult, toMs } from "./timed-result";

/** A decision and the start of the check that led to it, in epoch milliseconds. */
export type TimedDecision = IncidentTransition & { readonly checkedAt: number };

/** Evaluates one monitor of a batch: its previous state, its results, and their consequences. */
export class MonitorEvaluation {
  readonly decisions: TimedDecision[] = [];
  /** Changes to recorded incidents due to late results. If set, there are no decisions. */
  corrections: readonly Correction[] = [];
  /** When the newest wait for stable recovery ended, in epoch milliseconds. The clock ends it, so a result may disprove it. */
  waitedUntil = 0;
  /** Set when this batch inserts an incident, so that its later decisions find it. */
  incidentId: number | null = null;
  /** When the monitor was observed up before it rejoined an incident in this batch, which the machine doesn't know. */
  earlierUp: readonly UpInterval[] = [];
  machine: IncidentMachine;
  private knownUp: readonly UpInterval[] = [];
  private resumedAt = 0;
  readonly entries: TimedResult[] = [];
  private readonly newest = new Map<string, TimedResult>();
  /** The status after this batch; null if it stays. */
  status: MonitorWrite["status"] = null;
  /** Whether it began or ceased to be degraded in this batch. */
  degradedChanged = false;
  private readonly responseTimes: number[] = [];
  private readonly before: Map<string, RegionState>;
  private quarantines: ReadonlyMap<string, RegionQuarantine> = new Map();
  named: ReadonlySet<string> = new Set();

  constructor(
    readonly facts: MonitorFacts,
    readonly observed: ObservedFacts,
  ) {
    this.before = new Map(observed.regions);
    this.machine = new IncidentMachine(this.rules());
  }

  /** Returns the region's state, or undefined if the monitor isn't checked from there. */
  regionOf(region: string): RegionState | undefined {
    return this.facts.regions.includes(region) ? this.observed.regions.get(region) : undefined;
  }

  add(entry: TimedResult): void {
    this.entries.push(entry);
  }

  /** Sets each region's latest quarantine, active or not. Failures of these regions may be ignored. */
  setQuarantines(quarantines: ReadonlyMap<string, RegionQuarantine>): void {
    this.quarantines = quarantines;
  }

  /** Loads the stored open incident, if any, the latest recoveries, and the regions that reasons may name. */
  setIncidents(
    open: OpenIncidentRow | undefined,
    past: readonly RecoveryRow[],
    named: ReadonlySet<string>,
  ): void {
    this.named = named;
    this.incidentId = open?.incident_id ?? null;
    this.knownUp = open?.observed_up ?? [];
    this.resumedAt = open?.resumed_at?.getTime() ?? 0;
    this.machine = new IncidentMachine(this.rules(), open ? trackedIncident(open) : null, [...past]);
    this.waitedUntil = Math.max(0, ...past.map(({ waitingUntil }) => waitingUntil ?? 0));
  }

  /** Returns false on the fast path: only successes, no open incident, and all regions of an online monitor healthy, so nothing can change. */
  needsDecision(): boolean {
    if (this.observed.status !== "online" || this.observed.hasIncident) return true;
    for (const region of this.observed.regions.values()) if (!isQuiet(region)) return true;
    return this.entries.some(({ result }) => result.outcome === "down");
  }

  /** Returns the results that count, with their regions. */
  counted(): (TimedResult & JudgedResult)[] {
    return this.entries
      .filter((entry) => this.counts(entry))
      .map((entry) => ({ ...judged(entry), result: entry.result }));
  }

  /** Returns the newest time for which something was decided, in epoch milliseconds. */
  decidedUntil(): number {
    const states = [...this.before.values()];
    return Math.max(
      this.waitedUntil,
      ...states.map(({ lastScheduledAt, lastStart }) => Math.max(lastScheduledAt ?? 0, lastStart ?? 0)),
    );
  }

  /** Returns the region states before this batch. */
  statesBefore(): ReadonlyMap<string, RegionState> {
    return new Map([...this.before].filter(([region]) => this.facts.regions.includes(region)));
  }

  /** Applies recomputed states and corrections instead of calling `step`. */
  takeRecomputed({ states, corrections, isKeptOpen }: Recomputed): void {
    this.corrections = corrections;
    for (const entry of this.entries) {
      this.note(entry);
      const { region } = entry.result;
      const [before, state] = [this.before.get(region), states.get(region)];
      if (!before || !state || !this.counts(entry)) continue;
      const silent = before.silent && (state.heardAt ?? 0) <= (before.heardAt ?? 0);
      this.observed.regions.set(region, { ...state, silent });
    }
    if (!isKeptOpen) this.judgeStatus();
  }

  /** Applies the results in order and collects the decisions. */
  step(): void {
    for (const entry of this.entries) {
      this.note(entry);
      if (!this.counts(entry)) continue;
      const before = this.observed.regions.get(entry.result.region);
      if (!before) continue;
      const total = entry.result.timings.total ?? 0;
      this.keep(this.machine.settle(entry.startedAt + total / 1000), entry);
      const step = stepRegion(before, judged(entry), this.rules());
      this.observed.regions.set(entry.result.region, step.state);
      if (step.applied) this.decide(entry);
    }
    this.judgeStatus();
  }

  /** Restores the previous state. */
  abandon(): void {
    this.decisions.length = 0;
    this.corrections = [];
    this.status = null;
    for (const [region, state] of this.before) this.observed.regions.set(region, state);
  }

  changedPublicly(): boolean {
    return (
      this.decisions.length > 0 || this.corrections.length > 0 || this.status !== null || this.degradedChanged
    );
  }

  regionWrites(): RegionWrite[] {
    return [...this.newest].flatMap(([region, entry]) => {
      const state = this.observed.regions.get(region);
      if (!state) return [];
      const { error, timings, status_code: lastStatusCode } = entry.result;
      // The displayed latest result stays if only older ones arrived.
      const isNews = entry.scheduledAt > (this.before.get(region)?.lastScheduledAt ?? 0);
      const outcome = isNews ? entry.result.outcome : "missed";
      return {
        monitorId: this.facts.id,
        state,
        lastCheckedAt: outcome === "missed" ? null : entry.startedAt,
        lastOutcome: outcome === "missed" ? null : outcome,
        lastError: outcome === "up" ? null : error,
        lastTotalUs: timings.total,
        lastStatusCode,
      };
    });
  }

  /** Returns the start of the newest check of the batch, in epoch milliseconds. */
  newestStart(): number {
    return Math.max(...[...this.newest.values()].map((entry) => entry.startedAt));
  }

  monitorWrite(): MonitorWrite {
    return {
      monitorId: this.facts.id,
      lastCheckedAt: this.newestStart(),
      responseTimes: this.responseTimes.slice(-10).reverse(),
      status: this.status,
    };
  }

  /**
   * Returns the monitor regions to recheck, `min(interval, 10 s)` after the start of the check that left something
   * unconfirmed.
   */
  rechecks(nowMs: number): ResultAck["rechecks"] {
    if (this.facts.stopped || this.facts.reported) return [];
    const soon = Math.min(this.facts.interval_seconds * 1000, RECHECK_MAX_MS);
    return [...this.newest.values()].flatMap(({ result, scheduledAt, startedAt }) => {
      const state = this.observed.regions.get(result.region);
      const after_ms = Math.round(Math.min(soon, Math.max(0, startedAt + soon - nowMs)));
      const { outcome } = result;
      return state &&
        (isUnconfirmed(state) || isUnheard(state, { scheduledAt, startedAt, outcome }) || this.isGated(state))
        ? [{ monitor: this.facts.id, region: result.region, after_ms }]
        : [];
    });
  }

  /**
   * Returns whether a result counts. Results of a paused monitor or an older configuration are stored and
   * change no state.
   */
  counts(entry: TimedResult): boolean {
    return !this.facts.stopped && entry.result.config_version >= this.facts.config_version;
  }

  private note(entry: TimedResult): void {
    const known = this.newest.get(entry.result.region);
    if (!known || entry.scheduledAt >= known.scheduledAt) this.newest.set(entry.result.region, entry);
    const total = toMs(entry.result.timings.total);
    const region = this.observed.regions.get(entry.result.region);
    const isNew =
      region?.lastScheduledAt === null || region === undefined || entry.scheduledAt > region.lastScheduledAt;
    if (entry.result.outcome === "up" && total !== null && isNew) this.responseTimes.push(total);
  }

  private decide(entry: TimedResult): void {
    const { startedAt, result } = entry;
    const { silentAfterMs } = this.rules();
    // The region may have been marked as silent after this check, which was reported late.
    const states = [...this.observed.regions.values()].map((state) =>
      state.silent && !isSilentAt(state, startedAt, silentAfterMs, this.resumedAt)
        ? { ...state, silent: false }
        : state,
    );
    this.keep(this.machine.decide(states, this.quarantines, { region: result.region, startedAt }), entry);
  }

  private keep(decision: IncidentTransition | null, { startedAt }: TimedResult): void {
    if (decision) this.decisions.push({ ...decision, checkedAt: startedAt });
  }

  /** Returns when the monitor was observed up during its open incident, or null if nothing changed. */
  newUp(): { incidentId: number; up: readonly UpInterval[] } | null {
    const up = this.machine.open?.up;
    const changed = up !== undefined && up !== this.knownUp && (up.length > 0 || this.knownUp.length > 0);
    return changed && this.incidentId !== null
      ? { incidentId: this.incidentId, up: [...this.earlierUp, ...up] }
      : null;
  }

  private judgeStatus(): void {
    if (this.facts.stopped) return;
    const states = [...this.observed.regions.values()];
    const hasIncident = this.machine.open !== null;
    const { regions, applied } = applyQuarantines(states, this.quarantines, this.rules(), hasIncident);
    const decision = statusOf(regions);
    if (!decision || decision.status === this.observed.status) return;
    const since = this.entries.at(-1)?.startedAt ?? 0;
    const texts = applied.map((quarantine) => quarantineText(quarantine, this.named));
    this.status = { ...decision, reason: [decision.reason, ...texts].join("; "), since };
  }

  /** Returns whether to recheck soon, so that real failures alert as soon as the gate ends. */
  private isGated({ region, failures }: RegionState): boolean {
    const quarantine = this.quarantines.get(region);
    return failures > 0 && quarantine?.kind === "gated" && quarantine.releasedAt === null;
  }

  /** Returns the regions that are currently failing. */
  failing(): RegionState[] {
    return [...this.observed.regions.values()].filter(({ health }) => health === "failing");
  }

  rules() {
    return rulesOf(this.facts, this.named);
  }
}

function isQuiet(region: RegionState): boolean {
  return region.health === "healthy" && region.failures === 0 && !region.silent;
}
