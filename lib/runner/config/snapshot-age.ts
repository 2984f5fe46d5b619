import type { RunnerConfig } from "@/lib/contract/checks/check";

/** A snapshot that seems older than this when it arrives was dated by a clock that differs. */
const ON_ITS_WAY_MAX_MS = 5000;

/**
 * Returns from when on a runner checks what a snapshot contains that arrived at `arrivedMs`. No other runner checks what became due while
 * it was on its way, and the server knew only what was overdue when it read it. Epoch milliseconds.
 */
export function checkedFrom({ as_of: readAt }: Pick<RunnerConfig, "as_of">, arrivedMs: number): number {
  if (readAt === undefined) return arrivedMs;
  return Math.min(arrivedMs, Math.max(Date.parse(readAt), arrivedMs - ON_ITS_WAY_MAX_MS));
}
