import { randomInt } from "node:crypto";
import pg from "pg";
import { once } from "@/lib/shared/once";
import { databaseUrl, directUrl, directVariable, isPooled } from "@/lib/store/core/addresses";
import { withRemedy } from "@/lib/store/core/database-remedy";

const CONNECT_TIMEOUT_MS = 10_000;
const OLDEST_VERSION_NUM = 150_000;
/** First half of a lock's key; the second is random, so that no other start uses the same. */
const LOCK_CLASS = 7_243_320;
const LOCK_RANGE = 2 ** 31 - 1;

/**
 * Checks that DATABASE_URL and DATABASE_DIRECT_URL support what this program needs. Throws the problem with a remedy. Leaves
 * nothing behind on a pooler's connections.
 */
export async function checkConnections(): Promise<void> {
  const variable = directVariable();
  await connected(variable, directUrl(), async (first, second) => {
    await requireVersion(first);
    await requireEncoding(first);
    if (!(await keepSessions(first, second))) throw new Error(POOLED[variable]);
    if (isPooled()) await requireSameDatabase(first);
  });
}

/** Much longer than a busy server takes to accept a connection. */
const ANSWER_MS = 800;

/**
 * Returns whether the database answers at all, on a connection of its own: those of the pool may wait for slow statements. A
 * database that refuses the connection for a reason of its own, such as too many of them, answers. Callers at the same time share one connection.
 */
export function databaseAnswers(): Promise<boolean> {
  const state = once("store.answers", () => ({ asked: null as Promise<boolean> | null }));
  state.asked ??= ask().finally(() => {
    state.asked = null;
  });
  return state.asked;
}

function ask(): Promise<boolean> {
  return askAlone(databaseUrl(), ANSWER_MS, ["select 1"]).then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError,
  );
}

/** Runs statements on a connection of its own, and returns the rows of the last. Connecting and each statement may take `limitMs`. */
export async function askAlone<Row extends pg.QueryResultRow>(
  url: string,
  limitMs: number,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<Row[]> {
  const client = newClient(url, limitMs);
  let rows: Row[] = [];
  try {
    await client.connect();
    for (const one of statements) {
      const statement = typeof one === "string" ? { text: one } : one;
      rows = (await client.query<Row>({ ...statement, query_timeout: limitMs } as pg.QueryConfig)).rows;
    }
    return rows;
  } finally {
    // Not awaited, because a database that hangs never says goodbye.
    void client.end().catch(() => undefined);
  }
}

const POOLED = {
  DATABASE_URL:
    "DATABASE_URL points to a connection pooler in transaction mode, which live updates and the job queue can't use. " +
    "Set DATABASE_DIRECT_URL to the URL of the same database in PostgreSQL itself, or point DATABASE_URL there.",
  DATABASE_DIRECT_URL:
    "DATABASE_DIRECT_URL points to a connection pooler in transaction mode. Set it to PostgreSQL's own URL, without the pooler.",
};

async function connected(
  variable: string,
  url: string,
  work: (first: pg.Client, second: pg.Client) => Promise<void>,
): Promise<void> {
  const [first, second] = [newClient(url), newClient(url)];
  try {
    await Promise.all([first.connect(), second.connect()]);
    await work(first, second);
  } catch (error) {
    throw withRemedy(error, variable, url);
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

function newClient(connectionString: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: "vedette-check",
    connectionTimeoutMillis,
  });
  // The waiting statement gets the error too; without a listener it would end the process.
  client.on("error", () => undefined);
  return client;
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  );
  const [server] = rows;
  if (!server || server.number >= OLDEST_VERSION_NUM) return;
  throw new Error(`Vedette requires PostgreSQL 15 or newer; got ${server.version}.`);
}

/** In another encoding, names and error messages can't be stored as targets and people send them. */
async function requireEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string }>(
    "select current_setting('server_encoding') as encoding, format('%I', current_database()) as name",
  );
  const [database] = rows;
  if (!database || database.encoding === "UTF8") return;
  throw new Error(
    `Vedette requires a database in UTF8; got ${database.encoding}. Create one with: CREATE DATABASE ${database.name} ENCODING 'UTF8' TEMPLATE template0;`,
  );
}

/**
 * Returns whether each of two open connections has its own server process and keeps it. A pooler in transaction mode reuses a
 * process for the other connection or alternates; the order of queries reveals both.
 */
async function keepSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const seen = new Map<pg.Client, number>();
  for (const client of [first, second, second, first, first, second]) {
    const pid = await backendPid(client);
    const known = seen.get(client);
    if (known !== undefined && known !== pid) return false;
    seen.set(client, pid);
  }
  return seen.get(first) !== seen.get(second);
}

async function backendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

/** Throws unless a lock taken over one address is visible over the other, as only in the same database of the same server. */
async function requireSameDatabase(direct: pg.Client): Promise<void> {
  const key = randomInt(LOCK_RANGE);
  await direct.query("select pg_advisory_lock($1, $2)", [LOCK_CLASS, key]);
  await connected("DATABASE_URL", databaseUrl(), async (pooled) => {
    await pooled.query("begin read only");
    const { rows } = await pooled.query<{ seen: boolean }>(
      `select exists (select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())) as seen`,
      [LOCK_CLASS, key],
    );
    await pooled.query("commit");
    if (rows[0]?.seen) return;
    throw new Error(
      "DATABASE_URL and DATABASE_DIRECT_URL point to different databases. Both must point to the same database on the same server, " +
        "not to a read replica.",
    );
  });
}
