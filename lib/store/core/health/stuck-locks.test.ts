import { beforeEach, expect, test } from "vitest";
import { addJob } from "@/lib/store/core/jobs";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { freeAllLocks, freeStuckQueues } from "./stuck-locks";

useDatabase();

/** Simulates a process killed while rendering: the job and its queue stay locked. */
async function killedWhileRendering(minutesAgo: number): Promise<void> {
  for (const table of ["_private_jobs", "_private_job_queues"])
    await pool().query(
      `update graphile_worker.${table} set locked_by = 'dead', locked_at = now() - make_interval(mins => $1)`,
      [minutesAgo],
    );
}
const locked = async () =>
  (
    await run`select (select count(*)::int from graphile_worker._private_jobs where locked_by is not null) as jobs,
        (select count(*)::int from graphile_worker._private_job_queues where locked_by is not null) as queues`
  )[0];

beforeEach(async () => {
  await run`delete from graphile_worker._private_jobs`;
  await tx((trx) => requestPageRender(trx, 1));
});

test("frees a page's queue three minutes after its process was killed, not earlier", async () => {
  await killedWhileRendering(2);
  await tx(freeStuckQueues);
  expect(await locked()).toEqual({ jobs: 1, queues: 1 });
  await killedWhileRendering(4);
  await tx(freeStuckQueues);
  expect(await locked()).toEqual({ jobs: 0, queues: 0 });
});

test("frees all locks of an embedded database at start, and accepts that there are none", async () => {
  await killedWhileRendering(0);
  await tx(freeAllLocks);
  expect(await locked()).toEqual({ jobs: 0, queues: 0 });
  await tx(freeAllLocks);
});

test("frees a job without a queue fifteen minutes after its process was killed, not earlier", async () => {
  await run`delete from graphile_worker._private_jobs`;
  await run`delete from graphile_worker._private_job_queues`;
  await tx((trx) => addJob(trx, "announce_window", {}));
  await killedWhileRendering(14);
  await tx(freeStuckQueues);
  expect(await locked()).toMatchObject({ jobs: 1 });
  await killedWhileRendering(16);
  await tx(freeStuckQueues);
  expect(await locked()).toMatchObject({ jobs: 0 });
});
