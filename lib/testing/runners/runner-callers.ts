import type { ResultBatch } from "@/lib/contract/checks/check";
import { authenticateRunner, type RunnerCaller } from "@/lib/services/runners/authenticate";
import { sha256 } from "@/lib/shared/secret";
import { run } from "@/lib/testing/sql";

/** Creates a runner that hasn't reported yet. */
export async function makeRunner(kind: "local" | "remote", region: string | null): Promise<RunnerCaller> {
  const token = `token-${Math.random()}`;
  await run`insert into runners (name, kind, region, token_hash)
    values (${kind}, ${kind}, ${region}, ${sha256(token)})`;
  return authenticateRunner(token);
}

/** Returns what a runner posts with these results. */
export function batchOf(...results: ResultBatch["results"]): ResultBatch {
  const report = {
    version: "1",
    lag_p99_ms: 1,
    spooled: 0,
    running: 0,
    monitors: 1,
    self_check_failures: [],
  };
  return { results, report: { ...report, capabilities: { icmp: "ok" } } };
}
