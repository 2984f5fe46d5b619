import pg from "pg";
import { inject } from "vitest";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { TEMPLATE } from "../global-setup";

interface Node {
  readonly host: string;
  readonly port: number;
}

/** Connections that stay open as long as the worker lives, because a new one costs PostgreSQL as much as dropping a database. */
const worker = globalThis as typeof globalThis & {
  __admins?: Map<string, pg.Pool>;
  __nodes?: Promise<Node[]>;
};

/** Creates a migrated database on the test server, or on each node of the Citus cluster whose coordinator it is. Returns its URL. */
export async function createTestDatabase(name: string): Promise<string> {
  const url = inject("postgresUrl");
  const nodes = await citusNodes();
  if (nodes.length === 0) {
    await asAdmin(url, `create database ${name} template ${TEMPLATE} strategy file_copy`);
    return databaseAt(url, name);
  }
  // A copy of a distributed database would refer to the shards of the original.
  await Promise.all(
    nodes.map(async (node) => {
      await asAdmin(nodeUrl(url, node), `create database ${name}`);
      await once(databaseAt(nodeUrl(url, node), name), "create extension citus");
    }),
  );
  const [coordinator, ...workers] = nodes;
  // Nodes are added to one database at a time, because that also changes the roles that all databases share.
  await asAdmin(url, "select pg_advisory_lock(1)");
  await once(
    databaseAt(url, name),
    `select citus_set_coordinator_host('${coordinator?.host}', ${coordinator?.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ).finally(() => asAdmin(url, "select pg_advisory_unlock(1)"));
  await migrateDatabase(databaseAt(url, name));
  return databaseAt(url, name);
}

/** Drops a database of `createTestDatabase`. */
export async function dropTestDatabase(name: string): Promise<void> {
  const url = inject("postgresUrl");
  const nodes = await citusNodes();
  const urls = nodes.length === 0 ? [url] : nodes.map((node) => nodeUrl(url, node));
  for (const each of urls) await asAdmin(each, `drop database if exists ${name} with (force)`);
}

/** Returns the coordinator and the workers; none on a plain PostgreSQL. */
function citusNodes(): Promise<Node[]> {
  worker.__nodes ??= (async () => {
    const url = inject("postgresUrl");
    const found = await asAdmin(url, "select from pg_extension where extname = 'citus'");
    if (found.rowCount === 0) return [];
    const { rows } = await asAdmin(
      url,
      "select nodename as host, nodeport as port from pg_dist_node where isactive and noderole = 'primary' order by groupid",
    );
    return rows as Node[];
  })();
  return worker.__nodes;
}

function nodeUrl(url: string, { host, port }: Node): string {
  const changed = new URL(url);
  changed.host = `${host}:${port}`;
  return changed.href;
}

function databaseAt(url: string, name: string): string {
  const [before = "", query = ""] = url.split("?");
  return `${before.slice(0, before.lastIndexOf("/"))}/${name}?${query}`;
}

async function once(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function asAdmin(url: string, statement: string): Promise<pg.QueryResult> {
  worker.__admins ??= new Map();
  const admin = worker.__admins.get(url) ?? adminPool(url);
  worker.__admins.set(url, admin);
  return admin.query(statement);
}

function adminPool(connectionString: string): pg.Pool {
  const admin = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server may stop before the worker does.
  admin.on("error", () => {});
  return admin;
}

/** Returns whether tests run on a Citus cluster. */
export async function isOnCitus(): Promise<boolean> {
  return (await citusNodes()).length > 0;
}
