import { type RegionQuarantine, stillApplies } from "@/lib/domain/checks/quarantine";
import type { Cadence, JudgedResult, RegionState } from "@/lib/domain/checks/region-state";
import { isSilentAt, silentAfterMs } from "@/lib/domain/checks/silence";
import type { Span } from "@/lib/domain/core/span";
import type { IncidentMachine, IncidentTransition } from "./incident-machine";
import { openAt, type RecordedIncident } from "./recorded-incident";
import type { MonitorRules } from "./step";

/** A stored result. `durationMs` is how long the check took. */
export interface StoredResult extends JudgedResult {
  readonly durationMs: number;
}

/** Settings that a replay can change. */
export interface ReplaySettings extends MonitorRules {
  readonly intervalSeconds: number;
}

/** Returns a monitor's own settings. */
export function settingsOf(row: {
  incident_confirmations: number;
  recovery_confirmations: number;
  region_threshold: number;
  interval_seconds: number;
}): ReplaySettings {
  return {
    consecutiveFailures: row.incident_confirmations,
    consecutiveSuccesses: row.recovery_confirmations,
    regionsRequired: row.region_threshold,
    intervalSeconds: row.interval_seconds,
  };
}

/** Other inputs to the decisions, the same for all settings. */
export interface ReplayFacts {
  readonly monitorId: number;
  readonly regions: readonly string[];
  readonly timeoutMs: number;
  /** Manual pauses and maintenance windows. */
  readonly pauses: readonly Span[];
  /** All quarantines of its regions (gated or quarantined), oldest first. */
  readonly quarantines: readonly RegionQuarantine[];
  /** The monitor's recorded incidents, oldest first, if the replay has to agree with them. */
  readonly recorded?: readonly RecordedIncident[];
}

/** Assumed time from the end of a check to its decision. Results are reported within 250 ms. */
const ARRIVAL_MS = 1000;
/**
 * Results wait longer while the server compares regions. A quarantine that begins this soon after was evaluated with them, so
 * they must not open an incident that it prevented. It neither prevented nor ended one that was recorded as open, and a gate
 * changes nothing about one that is open.
 */
export const COMPARED_WITHIN_MS = 5000;

/**
 * Returns how soon after a result a quarantine may begin and have been evaluated with it. Results also wait while the database
 * is unavailable. What was recorded tells that: an incident that a gate could have prevented and that wasn't recorded was prevented.
 */
function comparedWithinMs({ recorded }: ReplayFacts, { cadence }: RulesInForce): number {
  return recorded ? Math.max(COMPARED_WITHIN_MS, cadence.intervalSeconds * 1000) : COMPARED_WITHIN_MS;
}

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
  const silentMs = silentAfterMs(settings.intervalSeconds, timeoutMs);
  return { ...settings, cadence, timeoutMs, silentAfterMs: silentMs };
}

/** Runs the state machine on a result that was just applied, using only what was known when it arrived. */
export function decideOn(
  machine: IncidentMachine,
  result: StoredResult,
  states: ReadonlyMap<string, RegionState>,
  facts: ReplayFacts,
  rules: RulesInForce,
): IncidentTransition | null {
  const { pauses, quarantines, recorded = [] } = facts;
  const { startedAt, durationMs } = result;
  const resumedAt = pauses.findLast((pause) => pause.to <= startedAt)?.to ?? 0;
  const seen = [...states.values()].map((state) => ({
    ...state,
    silent: isSilentAt(state, startedAt, rules.silentAfterMs, resumedAt),
  }));
  const finishedAt = startedAt + durationMs;
  const arrivedAt = finishedAt + ARRIVAL_MS;
  // A recovery is dated before the checks that confirm it.
  const isRecorded = openAt(recorded, startedAt) ?? openAt(recorded, machine.open?.incidentAt ?? startedAt);
  const comparedAt = isRecorded ? arrivedAt : finishedAt + comparedWithinMs(facts, rules);
  const known = { gated: machine.open ? arrivedAt : comparedAt, quarantined: comparedAt };
  const applies = (quarantine: RegionQuarantine) =>
    seen.some((state) => state.region === quarantine.region && stillApplies(quarantine, state, rules));
  return machine.decide(seen, quarantinesAt(quarantines, arrivedAt, known, applies), result);
}

/** Returns whether the check ran at least partly during a pause. */
export function isPaused({ startedAt, durationMs }: StoredResult, pauses: readonly Span[]): boolean {
  return pauses.some((pause) => pause.from <= startedAt + durationMs && startedAt < pause.to);
}

/**
 * Returns each region's latest quarantine that began by the time for its kind, as of `atMs`. One that began after `atMs`, and so may
 * have been unknown, doesn't take the place of one that ignores at least as much. `all` is oldest first.
 */
function quarantinesAt(
  all: readonly RegionQuarantine[],
  atMs: number,
  begunByMs: Readonly<Record<RegionQuarantine["kind"], number>>,
  applies: (quarantine: RegionQuarantine) => boolean,
): Map<string, RegionQuarantine> {
  const quarantines = new Map<string, RegionQuarantine>();
  for (const quarantine of all) {
    const { kind, since, region } = quarantine;
    if (since > begunByMs[kind]) continue;
    const known = quarantines.get(region);
    const ignoresAsMuch = known && (known.kind === "quarantined" || kind === "gated");
    if (since > atMs && ignoresAsMuch && applies(known)) continue;
    const over = quarantine.releasedAt !== null && quarantine.releasedAt <= atMs;
    quarantines.set(region, over ? quarantine : { ...quarantine, releasedAt: null });
  }
  return quarantines;
}
