import pg from "pg";
import { migrateDatabase } from "@/lib/store/core/migrate-all";

/** The migrated database that `createTestDatabase` copies. */
export const TEMPLATE = "vedette_template";

/** Creates the template on the server with this database `postgres`, or on each node of the Citus cluster whose coordinator it is. */
export async function createTemplate(url: string): Promise<void> {
  const nodes = await nodesOf(url);
  for (const node of nodes)
    await execute(node, `drop database if exists ${TEMPLATE} with (force)`, `create database ${TEMPLATE}`);
  if (nodes.length > 1) await link(nodes);
  await migrateDatabase(databaseAt(url, TEMPLATE));
  // A database in use can't be copied. Citus itself uses it, and would again with each connection of another node.
  for (const node of nodes) await execute(node, `alter database ${TEMPLATE} allow_connections false`);
  for (const node of nodes)
    await execute(
      node,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`,
    );
}

/** Returns the URL of the database `postgres` of each node, the coordinator first; of a plain PostgreSQL its own. */
export async function nodesOf(url: string): Promise<string[]> {
  const [found] = await execute(url, "select from pg_extension where extname = 'citus'");
  if (found?.rowCount === 0) return [url];
  const [nodes] = await execute(
    url,
    "select nodename, nodeport from pg_dist_node where isactive and noderole = 'primary' order by groupid",
  );
  return (nodes?.rows ?? []).map(({ nodename, nodeport }) => {
    const node = new URL(url);
    node.host = `${nodename}:${nodeport}`;
    return node.href;
  });
}

/** Returns the URL of another database of a server. */
export function databaseAt(url: string, name: string): string {
  const [before = "", query = ""] = url.split("?");
  return `${before.slice(0, before.lastIndexOf("/"))}/${name}?${query}`;
}

async function link(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) await execute(databaseAt(node, TEMPLATE), "create extension citus");
  const [coordinator = "", ...workers] = nodes;
  const addressOf = (node: string) => `'${new URL(node).hostname}', ${new URL(node).port}`;
  await execute(
    databaseAt(coordinator, TEMPLATE),
    `select citus_set_coordinator_host(${addressOf(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${addressOf(worker)})`),
  );
}

async function execute(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}
