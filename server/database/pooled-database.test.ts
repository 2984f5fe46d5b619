import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorker } from "@/lib/jobs/worker";
import { streamLive } from "@/lib/services/core/live";
import type { LiveEvent } from "@/lib/services/core/live-queue";
import { setEnv } from "@/lib/shared/env";
import { forgetAll } from "@/lib/shared/once";
import { hint } from "@/lib/store/core/hints";
import { addJob } from "@/lib/store/core/jobs";
import { closePool, pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { createTestAccounts, type TestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { type OwnPostgres, startOwnPostgres } from "@/lib/testing/databases/own-postgres";
import { missingPgBouncer, type PgBouncer, startPgBouncer } from "@/lib/testing/databases/pgbouncer";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { openDatabase, prepareDatabase } from "./open-database";

let postgres: OwnPostgres;
let pooler: PgBouncer;
let accounts: TestAccounts;

/** Starts like a new server process, without state of the last one. */
async function start(): Promise<void> {
  await openDatabase();
  await prepareDatabase();
}

async function end(): Promise<void> {
  await closePool();
  forgetAll();
}

async function asPooled(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: pooler.url("vedette") });
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

describe.skipIf(missingPgBouncer !== null)(
  `behind PgBouncer in transaction mode${missingPgBouncer ? ` (${missingPgBouncer})` : ""}`,
  () => {
    beforeAll(async () => {
      postgres = await startOwnPostgres();
      const admin = new pg.Client({ connectionString: postgres.url("postgres") });
      await admin.connect();
      await admin.query("create database vedette");
      await admin.end();
      pooler = await startPgBouncer({ postgresPort: postgres.port, mode: "transaction" });
      setEnv({
        DATABASE_URL: pooler.url("vedette"),
        DATABASE_DIRECT_URL: postgres.url("vedette"),
        APP_SECRET: "a secret for tests only, 32 characters or more",
        API_RATE_LIMIT: "100000",
      });
      await start();
      accounts = await createTestAccounts();
      await end();
      await start();
    });
    afterAll(async () => {
      await end();
      await pooler?.stop();
      await postgres?.stop();
    });

    test("answers many concurrent calls, each reading the writes of the one before", async () => {
      const client = api(accounts.prjWrite);
      const calls = Array.from({ length: 40 }, async (_, index) => {
        const made = await client.post("/uptime/monitors", { ...MONITOR, name: `Shop ${index}` });
        const read = await client.get(`/uptime/monitors/${made.body.id}`);
        return [made.status, read.status, read.body.name];
      });
      expect(await Promise.all(calls)).toEqual(calls.map((_, index) => [201, 200, `Shop ${index}`]));
    });

    test("sets a time limit for every statement and leaves none on a connection", async () => {
      const ask = "select current_setting('statement_timeout') as limit";
      expect((await pool().query(ask)).rows).toEqual([{ limit: "15s" }]);
      const inside = await tx((trx) => sql.raw(ask).execute(trx));
      expect(inside.rows).toEqual([{ limit: "15s" }]);
      await expect(run`select 1 / 0`).rejects.toThrow("division by zero");
      expect(await asPooled("show statement_timeout")).toEqual([{ statement_timeout: "0" }]);
      expect(await asPooled("select name from pg_prepared_statements")).toEqual([]);
    });

    test("runs each job once and stops the worker cleanly", async () => {
      const worker = await startWorker();
      for (let n = 0; n < 20; n += 1) await tx((trx) => addJob(trx, "tick", {}, { key: `tick:${n}` }));
      const waiting = async () =>
        (await pool().query("select 1 from graphile_worker.jobs where key like 'tick:%'")).rowCount;
      await expect.poll(waiting).toBe(0);
      await worker.stop();
    });

    test("delivers live events", async () => {
      const scene = await makeScene();
      const stop = new AbortController();
      const caller = scene.caller({ kind: "session", userId: 1, id: 1 });
      const stream = await streamLive(caller, undefined, stop.signal);
      const next = async () => (await stream.next()).value as LiveEvent;
      expect(await next()).toMatchObject({ event: "ready" });
      // Repeated until received: the first hint may be sent before the LISTEN connection is open.
      const talk = setInterval(
        () => hint("live", { project_id: scene.projectId, topic: "monitors", id: 7 }),
        50,
      );
      expect(await next()).toMatchObject({ event: "change", data: { topic: "monitors", id: 7 } });
      clearInterval(talk);
      stop.abort();
      await stream.return(undefined);
    });
  },
);
