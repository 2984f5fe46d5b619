import type { MonitorRules } from "@/lib/domain/incident-step";
import {
  atInterval,
  compareReplays,
  type ReplayDifference,
  type ReplayedIncident,
  replay,
} from "@/lib/domain/replay";
import { resultsForReplay } from "@/lib/store/replay-results";

export interface ReplayReport extends ReplayDifference {
  readonly results: number;
  /** Slot of the oldest stored result, epoch milliseconds: how far back the answer looked; null without results. */
  readonly oldest: number | null;
  readonly present: readonly ReplayedIncident[];
  readonly other: readonly ReplayedIncident[];
}

/** What other rules would have made of the stored results of a monitor, beside what the present ones make. */
export async function replayMonitor(
  monitor: { projectId: number; id: number; regions: readonly string[]; rules: MonitorRules },
  other: Partial<MonitorRules>,
  from: Date,
  to: Date,
  interval?: { readonly presentSeconds: number; readonly otherSeconds: number },
): Promise<ReplayReport> {
  const results = await resultsForReplay(monitor.projectId, monitor.id, from, to);
  const present = replay(results, monitor.regions, monitor.rules);
  const seen = interval ? atInterval(results, interval.presentSeconds, interval.otherSeconds) : results;
  const changed = replay(seen, monitor.regions, { ...monitor.rules, ...other });
  const oldest = results[0]?.slot ?? null;
  return { ...compareReplays(present, changed), results: results.length, oldest, present, other: changed };
}
