import { sql } from "kysely";
import { test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { addJob } from "@/lib/store/core/jobs";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { startWorker } from "./worker";

useDatabase();

async function until(done: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await done())) {
    if (Date.now() > end) throw new Error("It did not happen within 10 s.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("catches up on startup after a missed minute, and waits for running jobs when stopping", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId);
  await ingest([check(id, Date.now())], null, Date.now());
  const long = new Date(Date.now() - 3600_000);
  await run`update region_states set last_checked_at = ${long} where monitor_id = ${id}`;
  await db().updateTable("monitor_states").set({ status_since: long }).where("monitor_id", "=", id).execute();
  const worker = await startWorker();
  await until(async () => {
    const [state] = await run`select data_missing from monitor_states where monitor_id = ${id}`;
    return state.data_missing;
  });
  await tx((trx) => addJob(trx, "tick", {}, { key: "again" }));
  await until(async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs where key = 'again'`.execute(db());
    return rows.length === 0;
  });
  await worker.stop();
});
