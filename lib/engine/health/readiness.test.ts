import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { watchedLoop } from "@/lib/shared/loops";
import { forget } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { readiness } from "./readiness";

useDatabase();
beforeAll(async () => void (await makeScene()));
beforeEach(() => forget("health.stages"));

test("reads everything with two statements, and the basics with one in the requests after it", async () => {
  await readiness();
  forget("health.stages");
  expect(await statements(readiness)).toHaveLength(2);
  expect(await statements(readiness)).toHaveLength(1);
});

test("names the pending migrations when the schema lacks what the stages need", async () => {
  const name = "0001-schema";
  await run`update migrations set name = 'other' where name = ${name}`;
  await run`alter table maintenance_steps rename to steps_of_later`;
  const { status, checks } = await readiness();
  expect(status).toBe("unavailable");
  expect(checks.migrations.message).toBe(`Pending migrations: ${name}.`);
  expect(checks.maintenance).toEqual({ ok: true, message: null });

  await run`alter table steps_of_later rename to maintenance_steps`;
  await run`update migrations set name = ${name} where name = 'other'`;
  await run`insert into maintenance_steps (name, misses, failing_since, failed_at, reason)
    values ('backup', 2, now(), now(), 'No space')`;
  const later = await readiness();
  expect(later.checks.migrations.ok).toBe(true);
  expect(later.checks.maintenance.ok).toBe(false);
});

test("reports a database that takes no writes, such as the standby after a failover", async () => {
  // The pool lends the connection that was returned last.
  await run`set default_transaction_read_only = on`;
  const { status, checks } = await readiness();
  await run`set default_transaction_read_only = off`;
  expect([status, checks.database.ok]).toEqual(["degraded", false]);
  expect(checks.database.message).toMatch(/^The database is read-only/);
  expect((await readiness()).checks.database.ok).toBe(true);
});

test("keeps serving while a table is locked, says so, and waits with one connection only", async () => {
  const other = await pool().connect();
  try {
    await other.query("begin; lock table deliveries");
    for (const seen of [...(await Promise.all([readiness(), readiness()])), await readiness()]) {
      expect(seen).toMatchObject({ status: "degraded", checks: { database: { ok: false } } });
    }
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    expect((await pool().query(waiting)).rowCount).toBe(1);
  } finally {
    await other.query("rollback");
    other.release();
  }
  await expect.poll(async () => (await readiness()).checks.database.ok).toBe(true);
});

test("sends requests elsewhere once a loop of this server has missed a minute, until it runs again", async () => {
  const startMs = Math.floor(performance.now());
  const clock = vi.spyOn(performance, "now").mockReturnValue(startMs);
  const worker = watchedLoop("job worker");
  const scheduler = watchedLoop("job scheduler");
  const look = async (ms: number) => {
    clock.mockReturnValue(startMs + ms);
    scheduler.round();
    const { status, checks } = await readiness();
    return [status === "unavailable", checks.clock.message];
  };
  expect(await look(60_000)).toEqual([false, null]);
  expect(await look(60_001)).toEqual([
    true,
    "This server's job worker stopped over a minute ago. Restart the server.",
  ]);
  worker.round();
  expect(await look(60_002)).toEqual([false, null]);
  worker.end();
  expect(await look(200_000)).toEqual([false, null]);
  clock.mockRestore();
});
