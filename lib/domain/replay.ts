import { afterRecovery, type MonitorRules, type OpenIncident, stepIncident } from "./incident-step";
import { type JudgedResult, type RegionState, stepRegion, unknownRegion } from "./region-state";

/** One incident that the rules would have made. Epoch milliseconds. */
export interface ReplayedIncident {
  readonly at: number;
  readonly recoveredAt: number | null;
  readonly reason: string;
}

/** What the rules make of stored results of one monitor: the same steps as ingest, so an unchanged setting gives the same incidents. */
export function replay(
  results: readonly JudgedResult[],
  regions: readonly string[],
  rules: MonitorRules,
): ReplayedIncident[] {
  const states = new Map<string, RegionState>(regions.map((region) => [region, unknownRegion(region)]));
  const incidents: { at: number; recoveredAt: number | null; reason: string }[] = [];
  const held: { open: OpenIncident | null } = { open: null };
  const sorted = [...results].sort((a, b) => a.slot - b.slot || a.region.localeCompare(b.region));
  for (const result of sorted) {
    const state = states.get(result.region);
    if (!state) continue;
    const step = stepRegion(state, result, rules);
    states.set(result.region, step.state);
    if (!step.applied) continue;
    const decider = { region: result.region, at: result.startedAt };
    const stepped = stepIncident([...states.values()], rules, held.open, decider);
    const decision = afterRecovery(stepped, decider, incidents.at(-1)?.recoveredAt ?? null);
    if (decision?.kind === "open") {
      incidents.push({ at: decision.at, recoveredAt: null, reason: decision.reason });
      held.open = { status: decision.status, incidentAt: decision.at };
    } else if (decision?.kind === "recovered") {
      const last = incidents.at(-1);
      if (last) last.recoveredAt = decision.at;
      held.open = null;
    } else if (decision && held.open) held.open = { ...held.open, status: decision.kind };
  }
  return incidents;
}

export interface ReplayDifference {
  /** Incidents that the other rules make and the present ones don't. */
  readonly gained: readonly ReplayedIncident[];
  readonly lost: readonly ReplayedIncident[];
  readonly kept: number;
}

/** Alerts gained and lost by other rules; incidents that overlap in time are the same one. */
export function compareReplays(
  present: readonly ReplayedIncident[],
  other: readonly ReplayedIncident[],
): ReplayDifference {
  const overlaps = (a: ReplayedIncident, b: ReplayedIncident) =>
    a.at <= (b.recoveredAt ?? Number.POSITIVE_INFINITY) &&
    b.at <= (a.recoveredAt ?? Number.POSITIVE_INFINITY);
  const without = (from: readonly ReplayedIncident[], those: readonly ReplayedIncident[]) =>
    from.filter((each) => !those.some((candidate) => overlaps(each, candidate)));
  const lost = without(present, other);
  return { gained: without(other, present), lost, kept: present.length - lost.length };
}

/**
 * The results that a coarser interval would have seen: those of each k-th slot, all regions alike. Seconds. A finer
 * interval, or one that is no whole multiple, would have checked at moments nobody looked at: an error says so.
 */
export function atInterval(
  results: readonly JudgedResult[],
  presentSeconds: number,
  otherSeconds: number,
): readonly JudgedResult[] {
  const every = otherSeconds / presentSeconds;
  if (!Number.isInteger(every) || every < 1)
    throw new Error(
      `interval: stored results can only answer a whole multiple of the present ${presentSeconds} seconds, given was ${otherSeconds}.`,
    );
  return results.filter((result) => Math.floor(result.slot / (presentSeconds * 1000)) % every === 0);
}
