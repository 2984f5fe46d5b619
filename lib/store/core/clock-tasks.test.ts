import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { planClockTasks } from "./clock-tasks";
import { db } from "./pool";
import { tx } from "./tx";

useDatabase();

const TICK = { task: "tick", everySeconds: 60, afterSeconds: 0, maxAttempts: 1 };
const HOURLY = { task: "hourly_maintenance", everySeconds: 3600, afterSeconds: 300, maxAttempts: 3 };

const plan = () => tx((trx) => planClockTasks(trx, [TICK, HOURLY]));

async function planned(task: string) {
  const { rows } = await sql<{ in_s: number; second: number; locked: boolean }>`
    select extract(epoch from run_at - now())::float8 as in_s, extract(epoch from run_at)::float8 as second, locked_at is not null as locked
    from graphile_worker._private_jobs where key = ${task} order by id`.execute(db());
  return rows;
}

const shift = (by: string) =>
  sql`update graphile_worker._private_jobs set run_at = run_at + ${by}::interval`.execute(db());

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db());
});

test("schedules a task once, however many servers schedule it", async () => {
  await Promise.all([plan(), plan(), plan()]);
  const [tick, ...more] = await planned("tick");
  expect(more).toEqual([]);
  expect(tick?.in_s).toBeGreaterThan(-1);
  expect(tick?.in_s).toBeLessThanOrEqual(60);
  expect((tick?.second ?? 1) % 60).toBe(0);
  const [hourly] = await planned("hourly_maintenance");
  expect((hourly?.second ?? 0) % 3600).toBe(300);
  expect(hourly?.in_s).toBeLessThanOrEqual(3600);
});

test("moves a task scheduled before an hour's setback to the next minute", async () => {
  await plan();
  await shift("1 hour");
  await plan();
  expect((await planned("tick"))[0]?.in_s).toBeLessThanOrEqual(60);
});

test("does not postpone an overdue task", async () => {
  await plan();
  await shift("-3 minutes");
  await plan();
  const tick = await planned("tick");
  expect(tick).toHaveLength(1);
  expect(tick[0]?.in_s).toBeLessThan(-100);
});

test("leaves a running task alone and reschedules one locked by a dead process", async () => {
  await plan();
  const lock = (age: string) =>
    sql`update graphile_worker._private_jobs set locked_by = 'x', locked_at = now() - ${age}::interval where key = 'tick'`.execute(
      db(),
    );
  await lock("10 seconds");
  await plan();
  expect((await planned("tick")).map(({ locked }) => locked)).toEqual([true]);
  await lock("5 minutes");
  await plan();
  expect((await planned("tick")).map(({ locked }) => locked)).toEqual([false]);
});

test("reschedules a task without attempts left", async () => {
  await plan();
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '1 minute'`.execute(
    db(),
  );
  await plan();
  expect((await planned("tick"))[0]?.in_s).toBeGreaterThan(-1);
});
