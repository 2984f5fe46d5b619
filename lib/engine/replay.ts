import type { MonitorRules } from "@/lib/domain/incident-step";
import { compareReplays, type ReplayDifference, type ReplayedIncident, replay } from "@/lib/domain/replay";
import { resultsForReplay } from "@/lib/store/replay-results";

export interface ReplayReport extends ReplayDifference {
  readonly results: number;
  readonly present: readonly ReplayedIncident[];
  readonly other: readonly ReplayedIncident[];
}

/** What other rules would have made of the stored results of a monitor, beside what the present ones make. */
export async function replayMonitor(
  monitor: { projectId: number; id: number; regions: readonly string[]; rules: MonitorRules },
  other: Partial<MonitorRules>,
  from: Date,
  to: Date,
): Promise<ReplayReport> {
  const results = await resultsForReplay(monitor.projectId, monitor.id, from, to);
  const present = replay(results, monitor.regions, monitor.rules);
  const changed = replay(results, monitor.regions, { ...monitor.rules, ...other });
  return { ...compareReplays(present, changed), results: results.length, present, other: changed };
}
