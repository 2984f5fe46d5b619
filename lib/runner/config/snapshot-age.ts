import type { RunnerConfig } from "@/lib/contract/checks/check";

/** If a snapshot seems older than this on arrival, it was dated by a different clock. */
const ON_ITS_WAY_MAX_MS = 5000;

/**
 * Returns the time from which a runner checks the contents of a snapshot that arrived at `arrivedMs`. No other runner
 * checks what came due in transit, and the server knew only what was overdue when it read the snapshot. Epoch
 * milliseconds.
 */
export function checkedFrom({ as_of: readAt }: Pick<RunnerConfig, "as_of">, arrivedMs: number): number {
  if (readAt === undefined) return arrivedMs;
  return Math.min(arrivedMs, Math.max(Date.parse(readAt), arrivedMs - ON_ITS_WAY_MAX_MS));
}
