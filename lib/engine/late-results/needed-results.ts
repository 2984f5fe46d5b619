import { NO_TIMINGS } from "@/lib/contract/checks/check";
import { LATE_MAX_MS } from "@/lib/domain/checks/result-times";
import type { ResultWrite, WrittenResult } from "@/lib/store/checks/result-writes";
import type { MonitorEvaluation } from "../monitor-evaluation";

// Late results are evaluated together with the stored ones, even if a full disk had no space for all of these. Those that are missing
// must have decided nothing.

/** Returns a monitor's new results without details, as a full disk stores them. */
export function outcomesOf(work: MonitorEvaluation): ResultWrite[] {
  return work.counted().map(({ result }) => {
    const { monitor, region, scheduled_at, started_at, config_version, outcome, error, timings } = result;
    const kept = { monitor, region, scheduled_at, started_at, config_version, outcome, error };
    return { result: { ...NO_DETAILS, ...kept, timings: { ...NO_TIMINGS, total: timings.total } } };
  });
}

/**
 * Returns the latest success of each of a monitor's healthy regions, which may have come while the disk was full. Leaves out those from
 * before any late result counts, because results of that time may no longer be stored.
 */
export function latestSuccesses(work: MonitorEvaluation, nowMs: number): ResultWrite[] {
  const { id: monitor, config_version } = work.facts;
  return [...work.statesBefore().values()].flatMap((state) => {
    const { region, health, failures, lastScheduledAt, lastStart, heardAt } = state;
    if (health !== "healthy" || failures > 0 || lastScheduledAt === null || lastStart === null) return [];
    if (lastScheduledAt < nowMs - LATE_MAX_MS) return [];
    const scheduled_at = new Date(lastScheduledAt).toISOString();
    // A success that came too soon to count has only its scheduled time in common with the state.
    const started_at = new Date(
      lastScheduledAt > lastStart ? (heardAt ?? lastStart) : lastStart,
    ).toISOString();
    const kept = { monitor, region, scheduled_at, started_at, config_version, outcome: "up" } as const;
    return [{ result: { ...NO_DETAILS, ...kept } }];
  });
}

const NO_DETAILS = {
  status_code: null,
  error: null,
  timings: NO_TIMINGS,
  remote_address: null,
  assertions: [],
  warnings: [],
  certificate: null,
  redirects: [],
} satisfies Partial<WrittenResult>;
