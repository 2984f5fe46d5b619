import { AsyncLocalStorage } from "node:async_hooks";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { log } from "@/lib/shared/log";
import { forget, once } from "@/lib/shared/once";
import type { Database } from "@/lib/store/schema/tables";
import { databaseUrl, directUrl, isPooled } from "./addresses";
import { AttentiveClient, KEEP_ALIVE } from "./connection/attentive-client";
import { PatientPool } from "./connection/patient-pool";
import { PooledClient } from "./connection/pooled-client";
import { PreparingClient } from "./connection/prepared";
import { FOR_LONG_SESSION, FOR_SESSION } from "./connection/settings";
import { JobPool } from "./queue/job-pool";

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const INT4_ARRAY_OID = 1007;
const INT8_ARRAY_OID = 1016;
const CONNECT_TIMEOUT_MS = 5000;
/** Without a limit, a database that accepts connections but never answers would stop the worker permanently. */
const WORKER_CONNECT_TIMEOUT_MS = 30_000;
/** The number of connections that an idle server uses at the same time. With fewer, it would open new ones several times a minute. */
const KEPT_CONNECTIONS = 2;

// Without this, int8, count() and numeric arrive as text; IDs and sums stay below 2^53.
pg.types.setTypeParser(INT8_OID, Number);
pg.types.setTypeParser(NUMERIC_OID, Number);
// The parser of int4 arrays reads any integer text as a number; the typed list of OIDs lacks arrays.
pg.types.setTypeParser(INT8_ARRAY_OID as never, pg.types.getTypeParser(INT4_ARRAY_OID as never));

/** PgBouncer rejects a time limit as a startup parameter, even in session mode. */
const WITH_SESSION: pg.PoolConfig = {
  application_name: "vedette",
  Client: PreparingClient,
  onConnect: (client) => client.query(FOR_SESSION),
};

/** A separate name, because a pooler's connections keep it after the server is gone, and `restore` would wait for that server. */
const THROUGH_POOLER: pg.PoolConfig = { application_name: "vedette-pooled", Client: PooledClient };

function listened<P extends pg.Pool>(made: P): P {
  const lost = (error: Error) => {
    if (!made.ending) log.warn("lost database connection", { error: error.message });
  };
  made.on("error", lost);
  // For connections in use: without a listener, an error would end the process. The waiting statement gets the error too.
  made.on("connect", (client) =>
    client.on("error", (error) => log.debug("database connection failed", { error: error.message })),
  );
  return made;
}

/**
 * Creates the job worker's own pool, which must survive a database restart and has no time limit. The caller closes it. It only
 * fetches and completes jobs. A power cut may undo that, and the job then runs again, so its commits don't wait for the disk.
 */
export function workerPool(max: number, onAsked: () => void = () => undefined): JobPool {
  const config = {
    connectionString: directUrl(),
    max,
    application_name: "vedette-worker",
    connectionTimeoutMillis: WORKER_CONNECT_TIMEOUT_MS,
    Client: AttentiveClient,
    ...KEEP_ALIVE,
    // As a startup parameter, PgBouncer would reject it.
    onConnect: (client: pg.ClientBase) => client.query(`${FOR_LONG_SESSION}; set synchronous_commit = off`),
  };
  return listened(new JobPool(config, onAsked));
}

/** Marks, in tests, that a transaction is running. */
export const insideTransaction = new AsyncLocalStorage<true>();

/** Returns the pool of this process, opened on first use, never on import. */
export function pool(): pg.Pool {
  if (insideTransaction.getStore())
    throw new Error("A transaction that waits for a second connection can wait forever; pass its trx.");
  return once("store.pool", () =>
    listened(
      new PatientPool({
        connectionString: databaseUrl(),
        max: 10,
        min: KEPT_CONNECTIONS,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        idleTimeoutMillis: 30_000,
        ...(isPooled() ? THROUGH_POOLER : WITH_SESSION),
      }),
    ),
  );
}

/** Returns typed queries over the pool. */
export function db(): Kysely<Database> {
  const connections = pool();
  return once(
    "store.kysely",
    () => new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections }) }),
  );
}

export async function closePool(): Promise<void> {
  const open = pool();
  forget("store.pool");
  forget("store.kysely");
  await open.end();
}
