import type { Generated } from "./generated";
import type { Arrival } from "./targets";

const TIMEOUT_MS = 5000;
const SLACK_MS = 250;

export interface ArrivalVerdict {
  readonly arrivals: number;
  /** Requests of checks that a kill ended before there was a result. */
  readonly ended: number;
  readonly differences: string[];
}

/**
 * Compares the targets' requests with the runner's results. Every request belongs to one result that started at most
 * a timeout before it; a request without one is a check that was running when the runner was killed.
 */
export function unexplainedArrivals(
  arrivals: readonly Arrival[],
  made: readonly Generated[],
  monitorIds: readonly number[],
  killsMs: readonly number[],
): ArrivalVerdict {
  const starts = new Map<number, number[]>();
  for (const { monitor, startedAt, outcome } of made)
    if (outcome !== "missed") starts.set(monitor, [...(starts.get(monitor) ?? []), Date.parse(startedAt)]);
  const differences: string[] = [];
  let ended = 0;
  for (const { index, atMs } of arrivals) {
    const monitor = monitorIds[index] ?? 0;
    const own = starts.get(monitor) ?? [];
    const at = own.findIndex(
      (startMs) => startMs <= atMs + SLACK_MS && atMs <= startMs + TIMEOUT_MS + SLACK_MS,
    );
    if (at >= 0) own.splice(at, 1);
    else if (killsMs.some((killMs) => killMs >= atMs - SLACK_MS && killMs - atMs <= TIMEOUT_MS)) ended += 1;
    else differences.push(`request without a result: monitor ${monitor} at ${new Date(atMs).toISOString()}`);
  }
  return { arrivals: arrivals.length, ended, differences };
}
