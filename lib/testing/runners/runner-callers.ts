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
