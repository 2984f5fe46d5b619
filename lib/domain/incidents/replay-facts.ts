import type { RegionHold } from "@/lib/domain/checks/quarantine";
import type { Cadence, JudgedResult, RegionState } from "@/lib/domain/checks/region-state";
import { silentAfterMs, withSilence } from "@/lib/domain/checks/silence";
import type { Span } from "@/lib/domain/core/span";
import type { CourseDecision, IncidentCourse } from "./course";
import type { MonitorRules } from "./step";

/** A stored result. `durationMs` is how long the check took. */
export interface StoredResult extends JudgedResult {
  readonly durationMs: number;
}

/** Settings that a replay can change. */
export interface ReplaySettings extends MonitorRules {
  readonly intervalSeconds: number;
}

/** Other inputs to the decisions, the same for all settings. */
export interface ReplayFacts {
  readonly monitorId: number;
  readonly regions: readonly string[];
  readonly timeoutMs: number;
  /** Manual pauses and maintenance windows. */
  readonly pauses: readonly Span[];
  /** All holds of its regions (gated or quarantined), oldest first. */
  readonly holds: readonly RegionHold[];
}

/** Assumed time from the end of a check to its decision. Results are reported within 250 ms. */
const ARRIVAL_MS = 1000;

/** A monitor's rules with its schedule, by which results are evaluated. */
export interface RulesInForce extends MonitorRules {
  readonly cadence: Cadence;
  readonly silentAfterMs: number;
}

/** Returns a monitor's rules for results that were checked every `presentSeconds`. */
export function rulesInForce(
  { monitorId, timeoutMs }: ReplayFacts,
  settings: ReplaySettings,
  presentSeconds: number,
): RulesInForce {
  const cadence = { monitorId, intervalSeconds: presentSeconds };
  return { ...settings, cadence, silentAfterMs: silentAfterMs(settings.intervalSeconds, timeoutMs) };
}

/** Lets the state machine decide on a result that was just applied, with what was known when it came in. */
export function decideOn(
  course: IncidentCourse,
  result: StoredResult,
  states: ReadonlyMap<string, RegionState>,
  { pauses, holds }: ReplayFacts,
  rules: RulesInForce,
): CourseDecision | null {
  const { startedAt, durationMs } = result;
  const seen = [...states.values()].map((state) =>
    withSilence(state, startedAt, rules.silentAfterMs, pauses),
  );
  return course.decide(seen, holdsAt(holds, startedAt + durationMs + ARRIVAL_MS), result);
}

/** Returns whether the check ran at least partly during a pause. */
export function isPaused({ startedAt, durationMs }: StoredResult, pauses: readonly Span[]): boolean {
  return pauses.some((pause) => pause.from <= startedAt + durationMs && startedAt < pause.to);
}

/** Returns each region's latest hold as of `atMs`. `all` is oldest first. */
function holdsAt(all: readonly RegionHold[], atMs: number): Map<string, RegionHold> {
  const holds = new Map<string, RegionHold>();
  for (const hold of all) {
    if (hold.since > atMs) break;
    const over = hold.releasedAt !== null && hold.releasedAt <= atMs;
    holds.set(hold.region, over ? hold : { ...hold, releasedAt: null });
  }
  return holds;
}
