import {
  isUnconfirmed,
  type JudgedResult,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import { nextSlot, phaseOf } from "@/lib/domain/checks/slot";
import {
  type IncidentDecision,
  type MonitorRules,
  type OpenIncident,
  stepIncident,
} from "@/lib/domain/incidents/step";

/** A period in virtual time: epoch milliseconds of an arbitrary day. */
export interface Outage {
  readonly region: string;
  readonly from: number;
  readonly to: number;
}

export interface Simulated {
  readonly monitor: number;
  readonly regions: readonly string[];
  readonly intervalSeconds: number;
  readonly timeoutMs: number;
  readonly rules: MonitorRules;
  readonly outages: readonly Outage[];
  /** Periods in which a region's runner is cut off or crashed and checks nothing. */
  readonly cuts: readonly Outage[];
  /** Periods in which the runner's self-check fails, so that failures are inconclusive. */
  readonly failedSelfChecks: readonly Outage[];
  /** Whether an acknowledgment is lost, so that this result and the one before it are sent again. */
  readonly resend: (at: number) => boolean;
  readonly from: number;
  readonly to: number;
}

/** One check of one region: `at` is its start, `known` when its outcome was known; epoch milliseconds. */
export interface SimulatedCheck {
  readonly region: string;
  readonly at: number;
  readonly known: number;
  readonly outcome: "up" | "down" | "inconclusive" | "missed";
}

/** The rules under test; a mutant replaces one of them. */
export interface Engine {
  stepRegion: typeof stepRegion;
  stepIncident: typeof stepIncident;
}

export const REAL_ENGINE: Engine = { stepRegion, stepIncident };

export interface IncidentSpan {
  readonly at: number;
  readonly openedAt: number;
  readonly recoveredAt: number | null;
}

interface Due {
  readonly at: number;
  readonly region: string;
}

const RECHECK_MS = 10_000;

/**
 * Simulates a monitor's whole life: scheduled checks by phase, a recheck `min(interval, 10 s)` after the start of a check that left
 * something unconfirmed, no overlap. A region cut off for three intervals and a timeout is silent. While no region is in
 * trouble, successes of a healthy region change nothing and are skipped (`everyCheck` includes them). `onCheck` gets each check once.
 */
export function simulate(
  world: Simulated,
  engine: Engine = REAL_ENGINE,
  { everyCheck = false, onCheck }: { everyCheck?: boolean; onCheck?: (check: SimulatedCheck) => void } = {},
): IncidentSpan[] {
  const states = new Map<string, RegionState>(world.regions.map((region) => [region, unknownRegion(region)]));
  const due: Due[] = world.regions.map((region) => ({ at: firstScheduledAt(world, region), region }));
  const spans: { at: number; openedAt: number; recoveredAt: number | null }[] = [];
  const current: { open: OpenIncident | null } = { open: null };
  const sent = new Map<string, JudgedResult>();
  const heard = new Map<string, number>();
  for (;;) {
    due.sort((x, y) => x.at - y.at || x.region.localeCompare(y.region));
    const next = due.shift();
    if (!next || next.at >= world.to) return spans;
    const { at, region } = next;
    const cut = world.cuts.find((each) => covers(each, region, at));
    if (cut) {
      due.push({ region, at: scheduledAfter(world, region, cut.to) });
      continue;
    }
    const result = check(world, region, at);
    const known = at + (result.outcome === "up" ? 50 : world.timeoutMs);
    onCheck?.({ region, at, known, outcome: result.outcome });
    silence(world, states, heard, at);
    heard.set(region, at);
    const earlier = sent.get(region);
    const batch = world.resend(at) ? [result, ...(earlier ? [earlier] : []), result] : [result];
    for (const each of batch) {
      const step = engine.stepRegion(states.get(region) ?? unknownRegion(region), each, world.rules);
      states.set(region, step.state);
      if (!step.applied) continue;
      const decision = engine.stepIncident([...states.values()], world.rules, current.open, { region, at });
      if (decision) record(decision, known, spans, current);
    }
    sent.set(region, result);
    due.push({ region, at: nextCheck(world, states.get(region), { region, at, known }, everyCheck) });
  }
}

/** Marks cut-off regions as silent. A region whose checks were skipped is not. */
function silence(
  world: Simulated,
  states: Map<string, RegionState>,
  heard: ReadonlyMap<string, number>,
  at: number,
): void {
  const limitMs = 3 * world.intervalSeconds * 1000 + world.timeoutMs;
  for (const [region, state] of states) {
    const last = heard.get(region);
    if (last === undefined || at - last <= limitMs) continue;
    if (world.cuts.some((cut) => cut.region === region && cut.from < at && cut.to > last))
      states.set(region, { ...state, silent: true });
  }
}

function check(world: Simulated, region: string, at: number): JudgedResult {
  const isInconclusive = world.failedSelfChecks.some((each) => covers(each, region, at));
  const down = world.outages.some((each) => covers(each, region, at));
  const error = down || isInconclusive ? { code: "connect_timeout", message: "timed out" } : null;
  return {
    region,
    scheduledAt: at,
    startedAt: at,
    outcome: isInconclusive ? "inconclusive" : down ? "down" : "up",
    error,
  };
}

function nextCheck(
  world: Simulated,
  state: RegionState | undefined,
  last: { region: string; at: number; known: number },
  everyCheck: boolean,
): number {
  if (state && isUnconfirmed(state)) {
    return Math.max(last.at + Math.min(RECHECK_MS, world.intervalSeconds * 1000), last.known);
  }
  const scheduledAt = scheduledAfter(world, last.region, last.known);
  if (everyCheck || state?.health !== "healthy") return scheduledAt;
  const troubles = [...world.outages, ...world.cuts, ...world.failedSelfChecks].filter(
    (each) => each.to > scheduledAt,
  );
  const first = Math.min(world.to, ...troubles.map((each) => each.from));
  return Math.max(scheduledAt, scheduledAfter(world, last.region, first - 2 * world.intervalSeconds * 1000));
}

function covers(span: Outage, region: string, at: number): boolean {
  return span.region === region && at >= span.from && at < span.to;
}

function record(
  decision: IncidentDecision,
  known: number,
  spans: { at: number; openedAt: number; recoveredAt: number | null }[],
  current: { open: OpenIncident | null },
): void {
  if (decision.kind === "open") {
    spans.push({ at: decision.at, openedAt: known, recoveredAt: null });
    current.open = { status: decision.status, incidentAt: decision.at };
  } else if (decision.kind === "recovered") {
    const last = spans.at(-1);
    if (last) last.recoveredAt = decision.at;
    current.open = null;
  } else if (current.open) current.open = { ...current.open, status: decision.kind };
}

function firstScheduledAt(world: Simulated, region: string): number {
  return nextSlot(world.from, phaseOf(world.monitor, region, world.intervalSeconds), world.intervalSeconds);
}

function scheduledAfter(world: Simulated, region: string, at: number): number {
  return nextSlot(at, phaseOf(world.monitor, region, world.intervalSeconds), world.intervalSeconds);
}
