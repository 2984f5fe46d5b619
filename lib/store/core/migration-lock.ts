import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

const LOCK_KEY = 7_243_310;
const LIMIT_MS = 60_000;
const RETRY_MS = 200;

interface Holder {
  pid: number;
  program: string;
  address: string | null;
  since: Date | null;
}

/**
 * Runs `work` while no other start migrates this database. The lock belongs to a transaction of `client`, which `work` must
 * not use, so that it ends with the connection and no pooler keeps it. Throws after 60 s and names the connection that has it.
 */
export async function withMigrationLock<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  limitMs = LIMIT_MS,
): Promise<T> {
  await client.query("begin");
  try {
    await client.query("set local idle_in_transaction_session_timeout = 0");
    await take(client, limitMs);
    return await work();
  } finally {
    // The lock ends with the connection in any case.
    await client
      .query("rollback")
      .catch((error: Error) => log.debug("migration lock not released", { error: error.message }));
  }
}

async function take(client: pg.ClientBase, limitMs: number): Promise<void> {
  const deadlineMs = monotonicMs() + limitMs;
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_xact_lock($1) as taken", [
      LOCK_KEY,
    ]);
    if (rows[0]?.taken) return;
    const isLate = monotonicMs() >= deadlineMs;
    if (isFirst || isLate) {
      const holder = await currentOwner(client);
      if (isLate) throw refusal(holder, limitMs);
      log.warn("waiting for another process to finish migrating the database", { ...holder, limitMs });
    }
    await wait(RETRY_MS);
  }
}

async function currentOwner(client: pg.ClientBase): Promise<Holder | null> {
  const { rows } = await client.query<Holder>(
    `select a.pid, a.application_name as program, host(a.client_addr) as address, a.backend_start as since
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK_KEY],
  );
  return rows[0] ?? null;
}

function refusal(holder: Holder | null, limitMs: number): Error {
  const waited = `Another connection is migrating the database and didn't finish within ${limitMs / 1000} s.`;
  if (!holder) return new Error(`${waited} It has just finished. Start again.`);
  const { pid, program, address, since } = holder;
  const from = address === null ? "" : ` from ${address}`;
  const connected = since === null ? "" : `, connected since ${since.toISOString()}`;
  return new Error(
    `${waited} PostgreSQL process ${pid} holds the migration lock (${program || "no application name"}${from}${connected}). ` +
      `Wait until it's done. If its program is gone, end the connection with: select pg_terminate_backend(${pid});`,
  );
}
