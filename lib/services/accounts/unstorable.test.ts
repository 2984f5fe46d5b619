import { expect, test } from "vitest";
import type { ResultBatch } from "@/lib/contract/checks/check";
import { authenticateRunner, postResults } from "@/lib/services/runners/authenticate";
import { sha256 } from "@/lib/shared/secret";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const scene = useScene("file");

const report: ResultBatch["report"] = {
  version: "1",
  lag_p99_ms: 1,
  spooled: 0,
  running: 0,
  monitors: 1,
  self_check_failures: [],
  capabilities: {},
};

// PostgreSQL stores neither. A batch refused as a whole would be retried forever and block every later one.
test.each([
  ["half an emoji", "it was 😀".slice(0, -1)],
  ["a NUL", "it was \0"],
])("stores a batch with %s in a result's text", async (_, message) => {
  const token = `token-${message}`;
  await run`insert into runners (name, kind, region, token_hash) values ('local', 'local', null, ${sha256(token)})`;
  const runner = await authenticateRunner(token);
  const [odd, plain] = [await makeMonitor(scene.projectId), await makeMonitor(scene.projectId)];
  const at = Math.floor(Date.now() / 1000) * 1000;
  const error = { code: "assertion_failed", message } as const;
  for (const [turn, agoMs] of [60_000, 40_000, 20_000].entries()) {
    const down = { ...check(odd, at - agoMs, "down"), error, warnings: [message], redirects: [message] };
    const { accepted } = await postResults(runner, { results: [down, check(plain, at - agoMs)], report });
    expect([turn, accepted]).toEqual([turn, 2]);
  }
  const [{ status }] = await run`select status from monitor_states where monitor_id = ${odd}`;
  expect(status).toBe("offline");
});
