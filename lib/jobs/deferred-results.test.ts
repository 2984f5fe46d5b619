import { expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { loseNodeOf } from "@/lib/testing/databases/away-node";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingestDeferred } from "./deferred-results";

useDatabase();
const onCitus = await isOnCitus();

const storedProjects = async () =>
  (await run<{ id: number }>`select project_id as id from results order by 1`).map(({ id }) => id);

test.skipIf(onCitus)("keeps results whose node is away, and stores all others at once", async () => {
  const [near, away] = [(await makeScene()).projectId, (await makeScene()).projectId];
  // The one whose node is away comes first in the batch.
  const [far, close] = [await makeMonitor(away), await makeMonitor(near)];
  const returns = await loseNodeOf("results", [near, away]);
  const nowMs = Date.now();
  const ack = await ingest([check(far, nowMs - 1000, "up"), check(close, nowMs, "up")], null, nowMs);
  expect(ack.accepted).toBe(2);
  expect(await storedProjects()).toEqual([near]);

  await expect(ingestDeferred()).rejects.toThrow("connection to the remote node failed");
  await returns();
  await ingestDeferred();
  expect(await storedProjects()).toEqual([near, away]);
  expect(await run`select from deferred_results`).toEqual([]);
});
