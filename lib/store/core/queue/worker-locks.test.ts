import { beforeEach, expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { freeAllLocks, freeLocksOfDead, signOfLife } from "./worker-locks";

useDatabase();

beforeEach(async () => {
  await run`delete from graphile_worker._private_jobs`;
  await run`delete from job_workers`;
  await tx((trx) => requestPageRender(trx, 1));
  await locked(60);
});

async function locked(minutesAgo: number): Promise<void> {
  for (const table of ["_private_jobs", "_private_job_queues"])
    await pool().query(
      `update graphile_worker.${table} set locked_by = 'other', locked_at = now() - make_interval(mins => $1)`,
      [minutesAgo],
    );
}

const locks = async () =>
  (
    await run`select (select count(*)::int from graphile_worker._private_jobs where locked_by is not null) as jobs,
        (select count(*)::int from graphile_worker._private_job_queues where locked_by is not null) as queues`
  )[0];
const LOCKED = { jobs: 1, queues: 1 };
const FREE = { jobs: 0, queues: 0 };

/** Makes a worker report that it was alive from one time to another, in seconds ago. */
const lived = (id: string, sinceS: number, seenS: number) =>
  run`insert into job_workers values (${id}, now() - make_interval(secs => ${sinceS}), now() - make_interval(secs => ${seenS}))`;

test.each([
  ["a worker that is alive keeps its locks", 29, 100, LOCKED],
  ["a worker that gave no sign of life for 30 s loses them", 31, 100, FREE],
  ["a worker that has just come back judges no other", 31, 20, LOCKED],
])("%s", async (_, seenS, judgesSinceS, expected) => {
  await lived("other", 3600, seenS);
  await lived("judge", judgesSinceS, 5);
  await signOfLife("judge");
  await freeLocksOfDead("judge");
  expect(await locks()).toEqual(expected);
});

test("a worker that was away judges no other at once, and a new lock of an unknown worker stays", async () => {
  await lived("judge", 3600, 31);
  await signOfLife("judge");
  await freeLocksOfDead("judge");
  expect(await locks()).toEqual(LOCKED);
  await run`update job_workers set alive_since = now() - interval '31 seconds'`;
  await locked(0);
  await freeLocksOfDead("judge");
  expect(await locks()).toEqual(LOCKED);
});

test("a worker that slept for days is alive again, and ended ones are forgotten", async () => {
  await lived("judge", 200_000, 180_000);
  await lived("ended", 200_000, 180_000);
  await signOfLife("judge");
  expect(await run`select id, alive_since = seen_at as is_new from job_workers`).toEqual([
    { id: "judge", is_new: true },
  ]);
});

test("frees all locks of an embedded database at start, and accepts that there are none", async () => {
  await tx(freeAllLocks);
  expect(await locks()).toEqual(FREE);
  await tx(freeAllLocks);
});
