import type { UpInterval } from "@/lib/domain/checks/availability";
import { applyQuarantines, quarantineText, type RegionQuarantine } from "@/lib/domain/checks/quarantine";
import type { JudgedResult, RegionState } from "@/lib/domain/checks/region-state";
import { isStale } from "@/lib/domain/checks/silence";
import { trackUp, upBefore } from "@/lib/domain/checks/up-intervals";
import { type RecoveryWait, recoveryWait } from "./flapping";
import {
  afterRecovery,
  type IncidentDecision,
  type MonitorRules,
  type OpenIncident,
  stepIncident,
} from "./step";

/** An open incident. Times are epoch milliseconds. */
export interface TrackedIncident extends OpenIncident {
  /** Other monitors keep it open too, so no single monitor determines its status. */
  readonly shared: boolean;
  /** A recovery waiting to be stable because the monitor is flapping, and when it counts. Null if none is waiting. */
  readonly waiting: { readonly at: number; readonly until: number } | null;
  /** When the monitor was observed up during the incident. */
  readonly up: readonly UpInterval[];
}

type Recovered = Extract<IncidentDecision, { kind: "recovered" }>;

export type IncidentTransition =
  | Exclude<IncidentDecision, { kind: "recovered" }>
  /** With a wait, the recovery must be stable before it counts. `up` lists when the monitor was observed up before it. */
  | (Recovered & { readonly wait: RecoveryWait | null; readonly up: readonly UpInterval[] })
  /** The monitor failed again while its recovery was waiting, so the incident continues. */
  | { readonly kind: "resumed"; readonly at: number; readonly reason: string };

/** A recovery of one of the monitor's earlier incidents, in epoch milliseconds. */
export interface PastRecovery {
  readonly at: number;
  /** False if other monitors kept the incident open. Such a recovery doesn't count as flapping. */
  readonly over: boolean;
}

/**
 * Advances one monitor's incidents by its results, in the order in which the checks started:
 *
 *     no incident ──1──▶ ongoing ──2──▶ recovering ──5──▶ waiting
 *        ▲  ▲               │ ◀────3──────── │ ◀──────3──────┤
 *        │  └───────4───────┴───────4────────┘               │
 *        └──────────────────────────6────────────────────────┘
 *
 * 1. Enough regions fail. If one of them has already succeeded again, the incident begins as recovering.
 * 2. A failing region succeeds, but its recovery isn't confirmed.
 * 3. It fails again.
 * 4. Fewer regions than required are left that fail: the monitor recovered.
 * 5. The same, for the third time within an hour: the monitor is flapping, so the recovery must be stable. This step also
 *    leads from ongoing to waiting.
 * 6. Ten minutes passed.
 *
 * `stepIncident` decides 1 to 4, and `recoveryWait` whether 4 becomes 5. Live results, late results, and replays use this
 * machine. It has no access to storage: each call returns its decision.
 */
export class IncidentMachine {
  constructor(
    private readonly rules: MonitorRules,
    public open: TrackedIncident | null = null,
    private readonly past: PastRecovery[] = [],
  ) {}

  /** Closes the open incident if its pending recovery was stable until `nowMs`. */
  settle(nowMs: number): IncidentTransition | null {
    const waiting = this.open?.waiting;
    if (!this.open || !waiting || nowMs < waiting.until) return null;
    const up = upBefore(this.open.up, waiting.at);
    this.close(this.open, waiting.at);
    return { kind: "recovered", at: waiting.at, reason: "It stayed up for 10 minutes.", wait: null, up };
  }

  /** Decides the consequences of a result that was just applied to its region's state. */
  decide(
    states: readonly RegionState[],
    quarantines: ReadonlyMap<string, RegionQuarantine>,
    result: Pick<JudgedResult, "region" | "startedAt">,
  ): IncidentTransition | null {
    if (!this.open && !states.some(({ health }) => health === "failing")) return null;
    // A clock that was set back must not reverse the times within an incident.
    const decider = { region: result.region, at: Math.max(result.startedAt, this.open?.incidentAt ?? 0) };
    const seen = states.map((state) => ({ ...state, silent: this.isSilent(state, result.startedAt) }));
    const { regions, required, applied } = applyQuarantines(
      seen,
      quarantines,
      this.rules,
      this.open !== null,
    );
    // A quarantined region's result decides nothing. The next result of a trusted region does.
    if (regions.some(({ region, ignored: out }) => out && region === decider.region)) return null;
    const stepped = stepIncident(regions, { ...this.rules, regionsRequired: required }, this.open, decider);
    const recoveredAt = this.past.reduce<number | null>((last, { at }) => Math.max(last ?? at, at), null);
    const found = afterRecovery(stepped, decider, recoveredAt);
    const decision =
      found &&
      this.apply({
        ...found,
        reason: [found.reason, ...applied.map((wait) => quarantineText(wait, this.rules.named))].join("; "),
      });
    if (this.open) {
      const at = this.open.waiting?.at ?? decider.at;
      this.open = { ...this.open, up: trackUp(this.open.up, regions, required, at) };
    }
    return decision;
  }

  /**
   * Returns whether a region doesn't count. An outdated state doesn't help to open an incident. It keeps an open one
   * open until the region is marked as silent, because its results may still be in transit after a server interruption.
   */
  private isSilent(state: RegionState, atMs: number): boolean {
    const { silentAfterMs } = this.rules;
    if (silentAfterMs === undefined) return state.silent;
    return isStale(state, atMs, silentAfterMs) && (state.silent || !this.open);
  }

  private apply(found: IncidentDecision): IncidentTransition | null {
    if (found.kind === "open") {
      const { status, at: incidentAt } = found;
      this.open = { status, incidentAt, shared: false, waiting: null, up: [] };
      return found;
    }
    if (!this.open) return null;
    if (found.kind === "recovered") return this.recover(found, this.open);
    if (this.open.shared) return null;
    const { waiting } = this.open;
    this.open = { ...this.open, status: found.kind, waiting: found.kind === "ongoing" ? null : waiting };
    const { at, reason } = found;
    return waiting && found.kind === "ongoing" ? { kind: "resumed", at, reason } : found;
  }

  private recover(found: Recovered, open: TrackedIncident): IncidentTransition | null {
    // A later result of the same streak keeps waiting.
    if (open.waiting) return null;
    const earlier = this.past.flatMap(({ at, over }) => (over ? at : []));
    const wait = recoveryWait(earlier, found.at);
    if (wait && !open.shared)
      this.open = { ...open, status: "recovering", waiting: { at: found.at, until: wait.until } };
    else this.close(open, found.at);
    return { ...found, wait, up: upBefore(open.up, found.at) };
  }

  private close({ shared }: TrackedIncident, at: number): void {
    this.past.push({ at, over: !shared });
    this.open = null;
  }
}
