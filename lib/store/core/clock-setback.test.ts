import { sql } from "kysely";
import { expect, test } from "vitest";
import { reportRunner } from "@/lib/store/runners/runners";
import { insertRemoteRunner } from "@/lib/store/runners/tokens";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { pullJobsForward } from "./clock-setback";
import { addJob } from "./jobs";
import { db } from "./pool";
import { tx } from "./tx";

useDatabase();

const inSeconds = async () =>
  (
    await sql<{ s: number }>`
      select extract(epoch from run_at - clock_timestamp())::float8 as s from graphile_worker._private_jobs order by key`.execute(
      db(),
    )
  ).rows.map(({ s }) => Math.round(s));

/** Makes all data look as if it was written an hour later. */
async function setBack(): Promise<void> {
  await run`update graphile_worker._private_jobs
    set run_at = run_at + interval '1 hour', updated_at = updated_at + interval '1 hour'`;
}

test("keeps the waiting time of jobs after the database's clock was set back", async () => {
  await tx((trx) => addJob(trx, "deliver", {}, { key: "a", runAt: new Date(Date.now() + 30_000) }));
  await tx((trx) => addJob(trx, "deliver", {}, { key: "b" }));
  await setBack();
  expect(await tx(pullJobsForward)).toBe(2);
  expect((await inSeconds()).map((s) => Math.abs(Math.round(s / 10)))).toEqual([3, 0]);
});

test("leaves far-future jobs unchanged when the clock wasn't set back", async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db());
  await tx((trx) => addJob(trx, "deliver", {}, { key: "a", runAt: new Date(Date.now() + 7200_000) }));
  expect(await tx(pullJobsForward)).toBe(0);
  expect(Math.round(((await inSeconds())[0] ?? 0) / 60)).toBe(120);
});

test("accepts reports of a runner right after the setback, so that its silence is detected", async () => {
  const id = await insertRemoteRunner("Frankfurt", "eu-deu-fra", Buffer.from("hash"));
  const report = { version: "1", capabilities: {}, clock_ahead_ms: 0, sent_ahead_ms: 0 };
  await reportRunner(id, "a", report);
  await run`update runners set last_seen_at = now() + interval '1 hour',
       report = report || jsonb_build_object('reported_at', now() + interval '1 hour') where id = ${id}`;
  await reportRunner(id, "a", report);
  const rows = await run`select last_seen_at <= clock_timestamp() as fresh from runners where id = ${id}`;
  expect(rows[0]?.fresh).toBe(true);
});
