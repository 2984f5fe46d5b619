import type { CheckResult, ResultAck } from "@/lib/contract/check";
import { afterRecovery, type IncidentDecision, stepIncident } from "@/lib/domain/incident-step";
import { statusOf } from "@/lib/domain/monitor-status";
import { holdText, type RegionHold, type Trusted, trust } from "@/lib/domain/quarantine";
import {
  isUnconfirmed,
  isUnheard,
  RECHECK_MAX_MS,
  type RegionState,
  stepRegion,
} from "@/lib/domain/region-state";
import type { OpenIncidentRow } from "@/lib/store/incidents-engine";
import type { MonitorFacts, ObservedFacts } from "@/lib/store/ingest-reads";
import type { MonitorWrite } from "@/lib/store/monitor-states";
import type { RegionWrite } from "@/lib/store/region-states";

/** A result with its times in epoch milliseconds. */
export interface TimedResult {
  readonly result: CheckResult;
  readonly slot: number;
  readonly startedAt: number;
}

/** A decision and when the check that made it began, epoch milliseconds. */
export type TimedDecision = IncidentDecision & { readonly checkedAt: number };

interface OpenIncidentState {
  status: "ongoing" | "recovering";
  incidentAt: number;
  /** Other monitors hold it open too: then its status follows from none of them alone. */
  shared: boolean;
}

/** One monitor of a batch: its state before, its results, and what they mean. */
export class MonitorWork {
  readonly decisions: TimedDecision[] = [];
  /** Set when an incident of this batch was inserted, so that a later decision of the same batch finds it. */
  incidentId: number | null = null;
  private open: OpenIncidentState | null = null;
  private recoveredAt: number | null = null;
  private readonly entries: TimedResult[] = [];
  private readonly newest = new Map<string, TimedResult>();
  private status: MonitorWrite["status"] = null;
  private readonly responseTimes: number[] = [];
  private readonly before: Map<string, RegionState>;
  private holds: ReadonlyMap<string, RegionHold> = new Map();

  constructor(
    readonly facts: MonitorFacts,
    private readonly observed: ObservedFacts,
  ) {
    this.before = new Map(observed.regions);
  }

  get accepted(): number {
    return this.entries.length;
  }

  /** The region's state; undefined when the monitor is not checked from there. */
  regionOf(region: string): RegionState | undefined {
    return this.facts.regions.includes(region) ? this.observed.regions.get(region) : undefined;
  }

  add(entry: TimedResult): void {
    this.entries.push(entry);
  }

  /** The newest hold of each region, over or not: what it sees fail may not count. */
  hold(holds: ReadonlyMap<string, RegionHold>): void {
    this.holds = holds;
  }

  setOpenIncident(row: OpenIncidentRow): void {
    this.incidentId = row.incident_id;
    this.open = {
      status: row.status,
      incidentAt: row.incident_at.getTime(),
      shared: row.open_monitors > 1,
    };
  }

  /** When its newest incident ended, epoch milliseconds. */
  setRecovery(at: number): void {
    this.recoveredAt = at;
  }

  /** False on the fast path: only successes, all regions of an online monitor healthy, so nothing can follow. */
  needsDecision(): boolean {
    if (this.observed.status !== "online") return true;
    for (const region of this.observed.regions.values()) if (!isQuiet(region)) return true;
    return this.entries.some(({ result }) => result.outcome === "down");
  }

  /** Applies the results in slot order and collects what follows. */
  step(): void {
    for (const entry of this.entries) {
      this.note(entry);
      if (!this.counts(entry)) continue;
      const before = this.observed.regions.get(entry.result.region);
      if (!before) continue;
      const step = stepRegion(
        before,
        { ...entry.result, slot: entry.slot, startedAt: entry.startedAt },
        this.rules(),
      );
      this.observed.regions.set(entry.result.region, step.state);
      if (step.applied) this.decide(entry);
    }
    this.judgeStatus();
  }

  /** Leaves the state as it was found. */
  abandon(): void {
    this.decisions.length = 0;
    this.status = null;
    for (const [region, state] of this.before) this.observed.regions.set(region, state);
  }

  changedPublicly(): boolean {
    return this.decisions.length > 0 || this.status !== null;
  }

  regionWrites(): RegionWrite[] {
    return [...this.newest].flatMap(([region, entry]) => {
      const state = this.observed.regions.get(region);
      if (!state) return [];
      const { outcome, error } = entry.result;
      return {
        monitorId: this.facts.id,
        state,
        lastCheckedAt: outcome === "missed" ? null : entry.startedAt,
        lastOutcome: outcome === "missed" ? null : outcome,
        lastError: outcome === "up" ? null : error,
        responseTime: outcome === "up" ? toMs(entry.result.timings.total) : null,
      };
    });
  }

  monitorWrite(): MonitorWrite {
    const newest = Math.max(...[...this.newest.values()].map((entry) => entry.startedAt));
    return {
      monitorId: this.facts.id,
      lastCheckedAt: newest,
      responseTimes: this.responseTimes.slice(-10).reverse(),
      status: this.status,
    };
  }

  /** Pairs to look at again, `min(interval, 10 s)` after the start of the check that left something unconfirmed. */
  rechecks(nowMs: number): ResultAck["rechecks"] {
    if (this.facts.stopped) return [];
    const soon = Math.min(this.facts.interval_seconds * 1000, RECHECK_MAX_MS);
    return [...this.newest.values()].flatMap(({ result, slot, startedAt }) => {
      const state = this.observed.regions.get(result.region);
      const after_ms = Math.round(Math.min(soon, Math.max(0, startedAt + soon - nowMs)));
      const { outcome } = result;
      return state && (isUnconfirmed(state) || isUnheard(state, { slot, outcome }) || this.isGated(state))
        ? [{ monitor: this.facts.id, region: result.region, after_ms }]
        : [];
    });
  }

  /** Results of a paused monitor and of an older configuration are kept as evidence and move no state (F25). */
  private counts(entry: TimedResult): boolean {
    return !this.facts.stopped && entry.result.config_version >= this.facts.config_version;
  }

  private note(entry: TimedResult): void {
    const known = this.newest.get(entry.result.region);
    if (!known || entry.slot >= known.slot) this.newest.set(entry.result.region, entry);
    const total = toMs(entry.result.timings.total);
    const region = this.observed.regions.get(entry.result.region);
    const isNew = region?.lastSlot === null || region === undefined || entry.slot > region.lastSlot;
    if (entry.result.outcome === "up" && total !== null && isNew) this.responseTimes.push(total);
  }

  private decide(entry: TimedResult): void {
    if (!this.open && !this.mayOpen()) return;
    // A clock that went back must not turn the times inside an incident around (F11).
    const at = Math.max(entry.startedAt, this.open?.incidentAt ?? 0);
    const decider = { region: entry.result.region, at };
    const { regions, threshold, held } = this.trusted();
    // What does not count decides nothing: the next result of a region that counts does.
    if (regions.some(({ region, held: out }) => out && region === decider.region)) return;
    const rules = { ...this.rules(), regionThreshold: threshold };
    const stepped = stepIncident(regions, rules, this.open, decider);
    const found = afterRecovery(stepped, decider, this.recoveredAt);
    const decision = found && { ...found, reason: withHolds(found.reason, held) };
    if (!decision || (this.open?.shared && isStatusOnly(decision))) return;
    this.decisions.push({ ...decision, checkedAt: entry.startedAt });
    if (decision.kind === "open")
      this.open = { status: decision.status, incidentAt: decision.at, shared: false };
    else if (decision.kind === "recovered") {
      this.open = null;
      this.recoveredAt = decision.at;
    } else if (this.open) this.open.status = decision.kind;
  }

  private mayOpen(): boolean {
    for (const region of this.observed.regions.values()) if (region.verdict === "failing") return true;
    return false;
  }

  private judgeStatus(): void {
    if (this.facts.stopped) return;
    const { regions, held } = this.trusted();
    const decision = statusOf(regions);
    if (!decision || decision.status === this.observed.status) return;
    const since = this.entries.at(-1)?.startedAt ?? 0;
    this.status = { ...decision, reason: withHolds(decision.reason, held), since };
  }

  private trusted(): Trusted {
    return trust([...this.observed.regions.values()], this.holds, this.facts.region_threshold);
  }

  /** Looked at again soon, so that what is true is told as soon as the gate opens (F17). */
  private isGated({ region, failures }: RegionState): boolean {
    const hold = this.holds.get(region);
    return failures > 0 && hold?.kind === "gated" && hold.releasedAt === null;
  }

  /** What the newest failure showed of its target. */
  evidence(): { address: string | null; certificate: string | null } {
    const failed = this.entries.findLast(({ result }) => result.outcome === "down")?.result;
    return {
      address: failed?.remote_address ?? null,
      certificate: failed?.certificate?.fingerprint_sha256 ?? null,
    };
  }

  private rules() {
    return {
      incidentConfirmations: this.facts.incident_confirmations,
      recoveryConfirmations: this.facts.recovery_confirmations,
      regionThreshold: this.facts.region_threshold,
      cadence: { monitorId: this.facts.id, intervalSeconds: this.facts.interval_seconds },
    };
  }
}

function withHolds(reason: string, held: readonly RegionHold[]): string {
  return [reason, ...held.map(holdText)].join("; ");
}

function isQuiet(region: RegionState): boolean {
  return region.verdict === "healthy" && region.failures === 0 && !region.silent;
}

function isStatusOnly(decision: IncidentDecision): boolean {
  return decision.kind === "recovering" || decision.kind === "ongoing";
}

function toMs(micros: number | null): number | null {
  return micros === null ? null : Math.round(micros / 1000);
}
