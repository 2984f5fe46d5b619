import { expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { selectProgress } from "@/lib/store/core/health/progress";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { loseNodeOf } from "@/lib/testing/databases/away-node";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { CLOCK_TASKS } from "./cron";
import { ingestDeferred } from "./deferred-results";

useDatabase();
const onCitus = await isOnCitus();

const storedIn = async (...projects: number[]) =>
  (
    await run<{
      id: number;
    }>`select project_id as id from results where project_id = any (${projects}) order by 1`
  ).map(({ id }) => id);

const send = (...monitors: number[]) => {
  const nowMs = Date.now();
  return ingest(
    monitors.map((id, at) => check(id, nowMs - 1000 + at, "up")),
    null,
    nowMs,
  );
};

test.skipIf(onCitus)("stores what was kept of other nodes while one stays away", async () => {
  const [near, away] = [(await makeScene()).projectId, (await makeScene()).projectId];
  const [close, far] = [await makeMonitor(near), await makeMonitor(away)];
  const returns = [await loseNodeOf("results", away), await loseNodeOf("results", near)];
  await send(far, close);
  await send(far);
  await send(close);
  expect((await selectProgress(60)).deferred_results).toBe(4);
  await returns[1]?.();
  await expect(ingestDeferred()).rejects.toThrow("connection to the remote node failed");
  expect(await storedIn(near, away)).toEqual([near, near]);
  expect((await selectProgress(60)).deferred_results).toBe(2);
  await returns[0]?.();
  await ingestDeferred();
});

test.skipIf(onCitus)("stores what was kept in few transactions, and not within the minute tick", async () => {
  const { projectId } = await makeScene();
  const monitor = await makeMonitor(projectId);
  const returns = await loseNodeOf("results", projectId);
  for (let at = 0; at < 30; at += 1) await send(monitor);
  await returns();
  const sent = await statements(ingestDeferred);
  expect(sent.filter((text) => text.includes("insert into results")).length).toBeLessThan(3);
  expect(await run`select from deferred_results`).toEqual([]);
  expect((await storedIn(projectId)).length).toBeGreaterThan(20);
  expect(CLOCK_TASKS.map(({ task }) => task)).toContain("ingest_deferred");
});

test.skipIf(onCitus)("keeps results whose node is away, and stores all others at once", async () => {
  const [near, away] = [(await makeScene()).projectId, (await makeScene()).projectId];
  // The one whose node is away comes first in the batch.
  const [far, close] = [await makeMonitor(away), await makeMonitor(near)];
  const returns = await loseNodeOf("results", away);
  expect((await send(far, close)).accepted).toBe(2);
  expect(await storedIn(near, away)).toEqual([near]);

  await expect(ingestDeferred()).rejects.toThrow("connection to the remote node failed");
  await returns();
  await ingestDeferred();
  expect(await storedIn(near, away)).toEqual([near, away]);
  expect(await run`select from deferred_results`).toEqual([]);
});
