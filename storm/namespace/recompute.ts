import {
  type JudgedResult,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import { holdOf } from "@/lib/domain/incidents/flapping";
import {
  afterRecovery,
  type IncidentDecision,
  type MonitorRules,
  type OpenIncident,
  stepIncident,
} from "@/lib/domain/incidents/step";

/** Something the server learned about one monitor, in the order of its commits. */
export type Learned =
  | { readonly kind: "result"; readonly committedUs: number; readonly result: JudgedResult }
  | { readonly kind: "silent"; readonly committedUs: number; readonly region: string };

/** What happened to an incident of one monitor. Times are epoch milliseconds. */
export interface Transition {
  readonly kind: "opened" | "recovering" | "ongoing" | "recovered" | "recovery_held";
  readonly at: number;
}

/**
 * Computes one monitor's incident transitions by the pure rules alone, in the order in which its results were committed, and
 * within a commit in the order in which they were due. Delayed recoveries of a flapping monitor are reported as waiting; what
 * happens to them after ten minutes depends on the clock.
 */
export function recompute(
  learned: readonly Learned[],
  regions: readonly string[],
  rules: MonitorRules,
): Transition[] {
  const states = new Map<string, RegionState>(regions.map((region) => [region, unknownRegion(region)]));
  const story = new Story();
  for (const each of [...learned].sort(byCommit)) {
    story.enter(each.committedUs);
    const state = states.get(each.kind === "silent" ? each.region : each.result.region);
    if (!state) continue;
    if (each.kind === "silent") {
      states.set(each.region, { ...state, silent: true });
      continue;
    }
    const step = stepRegion(state, each.result, rules);
    states.set(state.region, step.state);
    if (!step.applied) continue;
    const at = Math.max(each.result.startedAt, story.open?.incidentAt ?? 0);
    const decider = { region: state.region, at };
    const stepped = stepIncident([...states.values()], rules, story.open, decider);
    const decision = afterRecovery(stepped, decider, story.recoveredAt);
    if (decision) story.decide(decision);
  }
  return story.transitions;
}

/** The incidents of one monitor so far. */
class Story {
  readonly transitions: Transition[] = [];
  open: OpenIncident | null = null;
  recoveredAt: number | null = null;
  private readonly recoveries: number[] = [];
  private incidentAt = 0;
  /** Whether the open incident is waiting for stable recovery. */
  private isHeld = false;
  private commitUs = 0;

  /** Starts a commit with what is in the database: an incident waiting for stable recovery is open and recovering. */
  enter(commitUs: number): void {
    if (commitUs === this.commitUs) return;
    this.commitUs = commitUs;
    if (this.isHeld) this.open = { status: "recovering", incidentAt: this.incidentAt };
    else if (this.open) this.open = { ...this.open, incidentAt: this.incidentAt };
    this.recoveredAt = this.recoveries.length > 0 ? Math.max(...this.recoveries) : null;
  }

  decide(decision: IncidentDecision): void {
    if (decision.kind === "open") this.begin(decision);
    else if (decision.kind === "recovered") this.end(decision.at);
    else {
      this.transitions.push({ kind: decision.kind, at: decision.at });
      if (decision.kind === "ongoing") this.isHeld = false;
      if (this.open) this.open = { ...this.open, status: decision.kind };
    }
  }

  private begin({ at, status }: Extract<IncidentDecision, { kind: "open" }>): void {
    this.transitions.push({ kind: this.isHeld ? "ongoing" : "opened", at });
    if (!this.isHeld) this.incidentAt = at;
    this.isHeld = false;
    this.open = { status, incidentAt: at };
  }

  private end(at: number): void {
    this.open = null;
    this.recoveredAt = at;
    if (this.isHeld) return;
    this.isHeld = holdOf(this.recoveries, at) !== null;
    this.transitions.push({ kind: this.isHeld ? "recovery_held" : "recovered", at });
    if (!this.isHeld) this.recoveries.push(at);
  }
}

function byCommit(a: Learned, b: Learned): number {
  if (a.committedUs !== b.committedUs) return a.committedUs - b.committedUs;
  if (a.kind === "silent" || b.kind === "silent") return 0;
  const [one, other] = [a.result, b.result];
  return one.slot - other.slot || one.startedAt - other.startedAt || one.region.localeCompare(other.region);
}
