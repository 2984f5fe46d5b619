import {
  type JudgedResult,
  MAX_SUCCESSES,
  type RegionRules,
  type RegionState,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import { openAt, type RecordedIncident } from "./recorded-incident";
import type { ReplayFacts, ReplaySettings, StoredResult } from "./replay-facts";

/** The stored history of a monitor since `since` (epoch milliseconds) when late results arrive. */
export interface History {
  readonly since: number;
  /** Oldest first, with the late ones. */
  readonly results: readonly StoredResult[];
  /** The current region states, without the late results. */
  readonly present: ReadonlyMap<string, RegionState>;
  /** The current incidents, without the late results, oldest first. */
  readonly recorded: readonly RecordedIncident[];
  readonly facts: ReplayFacts;
  readonly settings: ReplaySettings;
}

/**
 * Returns the known region states at the beginning of the history: regions without later results, streaks that
 * continue, and failures during an open incident.
 */
export function statesAtBeginning({ since, present, recorded }: History): Map<string, RegionState> {
  const open = openAt(recorded, since);
  return new Map([...present].map(([region, state]) => [region, stateAt(since, state, open)]));
}

function stateAt(since: number, present: RegionState, open: RecordedIncident | null): RegionState {
  // The history contains inconclusive results that came after the newest applied one.
  if (!hasResultsSince(present, since)) return { ...present, heardAt: present.lastStart };
  const { region, health, healthySince, failingSince, error } = present;
  const unknown = unknownRegion(region);
  if (health === "healthy" && healthySince !== null && healthySince <= since)
    return { ...unknown, health, healthySince, successes: MAX_SUCCESSES };
  if (health === "failing" && failingSince !== null && failingSince <= since)
    return { ...unknown, health, failingSince, failures: 1, error };
  return open ? { ...unknown, health: "failing", failingSince: open.at, failures: 1, error } : unknown;
}

function hasResultsSince(present: RegionState | undefined, since: number): boolean {
  return (present?.lastScheduledAt ?? Number.NEGATIVE_INFINITY) >= since;
}

/** Determines when the results in the history define every region's state, regardless of what it was before. */
export class Streaks {
  private readonly open: Set<string>;
  private readonly streaks = new Map<string, { outcome: string; length: number }>();

  constructor(
    private readonly rules: RegionRules,
    { present, since }: History,
  ) {
    this.open = new Set([...present.keys()].filter((region) => hasResultsSince(present.get(region), since)));
  }

  get areConfirmed(): boolean {
    return this.open.size === 0;
  }

  add({ region, outcome }: JudgedResult): void {
    const before = this.streaks.get(region);
    const length = before?.outcome === outcome ? before.length + 1 : 1;
    this.streaks.set(region, { outcome, length });
    const { consecutiveFailures, consecutiveSuccesses } = this.rules;
    if (length >= (outcome === "up" ? consecutiveSuccesses : consecutiveFailures)) this.open.delete(region);
  }
}
