import { beforeEach, expect, test } from "vitest";
import { requestSeal } from "@/lib/store/status-pages/render-requests";
import { useDatabase } from "@/lib/testing/database";
import { pool } from "./pool";
import { freeAllLocks, freeStuckQueues } from "./stuck-locks";
import { tx } from "./tx";

useDatabase();

/** As a process leaves it that was killed while it sealed: the job and its queue are its own. */
async function killedWhileSealing(minutesAgo: number): Promise<void> {
  for (const table of ["_private_jobs", "_private_job_queues"])
    await pool().query(
      `update graphile_worker.${table} set locked_by = 'dead', locked_at = now() - make_interval(mins => $1)`,
      [minutesAgo],
    );
}
const locked = async () =>
  (
    await pool().query(
      `select (select count(*)::int from graphile_worker._private_jobs where locked_by is not null) as jobs,
        (select count(*)::int from graphile_worker._private_job_queues where locked_by is not null) as queues`,
    )
  ).rows[0];

beforeEach(async () => {
  await pool().query("delete from graphile_worker._private_jobs");
  await tx((trx) => requestSeal(trx, 1));
});

test("a page's queue is free again three minutes after its process was killed, not while it may be at work", async () => {
  await killedWhileSealing(2);
  await tx(freeStuckQueues);
  expect(await locked()).toEqual({ jobs: 1, queues: 1 });
  await killedWhileSealing(4);
  await tx(freeStuckQueues);
  expect(await locked()).toEqual({ jobs: 0, queues: 0 });
});

test("what a database of our own holds locked at start is free at once; nothing locked is no error", async () => {
  await killedWhileSealing(0);
  await tx(freeAllLocks);
  expect(await locked()).toEqual({ jobs: 0, queues: 0 });
  await tx(freeAllLocks);
});
