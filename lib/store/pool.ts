import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { forget, once } from "@/lib/shared/once";
import { PatientPool } from "./patient-pool";
import { PreparingClient } from "./prepared";
import type { Database } from "./schema/database";

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const INT4_ARRAY_OID = 1007;
const INT8_ARRAY_OID = 1016;
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 15_000;

// int8, count() and numeric arrive as text otherwise; our ids and sums stay below 2^53.
pg.types.setTypeParser(INT8_OID, Number);
pg.types.setTypeParser(NUMERIC_OID, Number);
// The parser of int4 arrays reads any integer text as a number; the typed list of ids lacks arrays.
pg.types.setTypeParser(INT8_ARRAY_OID as never, pg.types.getTypeParser(INT4_ARRAY_OID as never));

/** Connection text of the embedded or the own database. Throws when neither was set up. */
export function databaseUrl(): string {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("No database: start with `npm start`, or set DATABASE_URL.");
  return url;
}

function listened<P extends pg.Pool>(made: P): P {
  const lost = (error: Error) => {
    if (!made.ending) log.warn("database connection lost", { error: error.message });
  };
  made.on("error", lost);
  // Of a connection in use: without a listener it would end the process. The statement that waits gets the error too.
  made.on("connect", (client) =>
    client.on("error", (error) => log.debug("database connection", { error: error.message })),
  );
  return made;
}

/** The job worker's own pool: it must survive a restart of the database, and a long job has no time limit. The caller ends it. */
export function workerPool(max: number): pg.Pool {
  return listened(
    new PatientPool({ connectionString: databaseUrl(), max, application_name: "vedette-worker" }),
  );
}

/** The pool of this process; opened at first use, never at import time. */
export function pool(): pg.Pool {
  return once("store.pool", () =>
    listened(
      new PatientPool({
        connectionString: databaseUrl(),
        max: 10,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        idleTimeoutMillis: 30_000,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        application_name: "vedette",
        Client: PreparingClient,
      }),
    ),
  );
}

/** Typed queries over the pool. Hot paths use `pool()` with plain SQL. */
export function db(): Kysely<Database> {
  return once("store.kysely", () => new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool() }) }));
}

export async function closePool(): Promise<void> {
  const open = pool();
  forget("store.pool");
  forget("store.kysely");
  await open.end();
}
