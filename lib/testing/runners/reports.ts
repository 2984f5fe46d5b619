import type { CheckResult, ResultAck, ResultBatch } from "@/lib/contract/checks/check";

/** Returns a complete report of a healthy runner. */
export function reportOf(change: Partial<ResultBatch["report"]> = {}): ResultBatch["report"] {
  return {
    version: "1",
    lag_p99_ms: 1,
    spooled: 0,
    running: 0,
    monitors: 1,
    self_check_failures: [],
    capabilities: {},
    clock_ahead_ms: 0,
    instance: "a process 1 on runner.example.com",
    ...change,
  };
}

/** Returns what a runner posts with these results. */
export function batchOf(
  results: readonly CheckResult[] = [],
  change: Partial<ResultBatch["report"]> = {},
): ResultBatch {
  return { results: [...results], sent_at: new Date().toISOString(), report: reportOf(change) };
}

/** Returns a server's response that accepts results, in the form that scripted servers use. */
export function acceptedAll(results: number): { status: number; body: ResultAck } {
  const body = { accepted: results, rechecks: [], refused: 0, server_time: new Date().toISOString() };
  return { status: 200, body };
}
