import { expect, test } from "vitest";
import { postResults } from "@/lib/services/runners/authenticate";
import { check, makeMonitor } from "@/lib/testing/checks";
import { batchOf } from "@/lib/testing/runners/reports";
import { makeRunner } from "@/lib/testing/runners/runner-callers";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const scene = useScene("file");

// PostgreSQL stores neither. A batch refused as a whole would be retried forever and block every later one.
test.each([
  ["half an emoji", "it was 😀".slice(0, -1)],
  ["a NUL", "it was \0"],
])("stores a batch with %s in a result's text", async (_, message) => {
  // A second built-in runner would take a share of the monitors.
  await run`delete from runners`;
  const runner = await makeRunner("local", null);
  const [odd, plain] = [await makeMonitor(scene.projectId), await makeMonitor(scene.projectId)];
  const at = Math.floor(Date.now() / 1000) * 1000;
  const error = { code: "assertion_failed", message } as const;
  for (const [turn, agoMs] of [60_000, 40_000, 20_000].entries()) {
    const down = { ...check(odd, at - agoMs, "down"), error, warnings: [message], redirects: [message] };
    const { accepted } = await postResults(runner, batchOf([down, check(plain, at - agoMs)]));
    expect([turn, accepted]).toEqual([turn, 2]);
  }
  const [{ status }] = await run`select status from monitor_states where monitor_id = ${odd}`;
  expect(status).toBe("offline");
});
