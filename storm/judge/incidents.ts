import { type Correction, correctIncidents } from "@/lib/domain/incidents/correction";
import type { RecordedIncident } from "@/lib/domain/incidents/recorded-incident";
import { replay } from "@/lib/domain/incidents/replay";
import type { ReplayFacts, ReplaySettings, StoredResult } from "@/lib/domain/incidents/replay-facts";

/** A monitor, its stored results in any order, and its recorded incidents, all of one moment. */
export interface MonitorStory {
  readonly facts: ReplayFacts;
  readonly settings: ReplaySettings;
  readonly results: readonly StoredResult[];
  readonly recorded: readonly RecordedIncident[];
}

export interface IncidentVerdict {
  readonly recorded: number;
  readonly replayed: number;
  readonly differences: string[];
}

/**
 * Compares every monitor's recorded incidents with those that the rules derive from all its results in the order of the
 * checks. They are the same however late the results came in.
 */
export function compareIncidents(stories: readonly MonitorStory[]): IncidentVerdict {
  const sums = { recorded: 0, replayed: 0 };
  const differences: string[] = [];
  for (const { facts, settings, results, recorded } of stories) {
    const replayed = replay(results, { ...facts, recorded }, settings);
    sums.recorded += recorded.length;
    sums.replayed += replayed.length;
    for (const correction of correctIncidents(recorded, replayed))
      differences.push(`monitor ${facts.monitorId}: ${difference(correction)}`);
  }
  return { ...sums, differences };
}

function difference(correction: Correction): string {
  if (correction.kind === "add") return `missing ${words(correction.incident)}`;
  const recorded = words(correction.recorded);
  if (correction.kind === "withdraw") return `recorded ${recorded}, which the results don't confirm`;
  return `recorded ${recorded}, replayed ${words(correction.incident)}`;
}

function words({ at, recoveredAt, up }: Pick<RecordedIncident, "at" | "recoveredAt" | "up">): string {
  const seen = up.map(({ from, to }) => `${time(from)}–${to === null ? "" : time(to)}`).join(", ");
  const end = recoveredAt === null ? "open" : time(recoveredAt);
  return `${time(at)} … ${end}${seen === "" ? "" : ` (up ${seen})`}`;
}

function time(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 23);
}
