import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startWorker } from "@/lib/jobs/worker";
import { setEnv } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { addJob } from "@/lib/store/core/jobs";
import { closePool, pool, workerPool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { type OwnPostgres, startOwnPostgres } from "@/lib/testing/databases/own-postgres";
import { missingPgBouncer, type PgBouncer, startPgBouncer } from "@/lib/testing/databases/pgbouncer";
import { openDatabase, prepareDatabase } from "./open-database";

let postgres: OwnPostgres;
let pooler: PgBouncer | undefined;

beforeAll(async () => {
  if (missingPgBouncer) return;
  postgres = await startOwnPostgres();
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  await admin.query("create database vedette");
  await admin.end();
  const settings = ["min_pool_size = 0", "reserve_pool_size = 40", "reserve_pool_timeout = 1"];
  pooler = await startPgBouncer({ postgresPort: postgres.port, mode: "session", settings });
  setEnv({
    DATABASE_URL: pooler.url("vedette"),
    APP_SECRET: "a secret for tests only, 32 characters or more",
  });
});
afterAll(async () => {
  if (pooler) await closePool();
  await pooler?.stop();
  await postgres?.stop();
});

test.skipIf(missingPgBouncer)(
  "jobs run through PgBouncer in session mode with DATABASE_URL alone, and nothing is warned about",
  async () => {
    await openDatabase();
    await prepareDatabase();
    const warned = vi.spyOn(log, "warn");
    const worker = await startWorker();
    await tx((trx) => addJob(trx, "tick", {}, { key: "tick:1" }));
    const waiting = async () =>
      (await pool().query("select 1 from graphile_worker.jobs where key = 'tick:1'")).rowCount;
    await expect.poll(waiting).toBe(0);
    await worker.stop();
    expect(warned.mock.calls).toEqual([]);
    const own = workerPool(1);
    expect((await own.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "off" }]);
    await own.end();
  },
  60_000,
);
