import pg from "pg";
import { directUrl } from "@/lib/store/core/addresses";
import { FOR_LONG_SESSION } from "@/lib/store/core/connection/settings";
import { withMigrationLock } from "@/lib/store/core/migration-lock";
import { distribute, freeCoordinator, hasCitus, undistributed, undistributedBytes } from "./distribute";

const MIB = 1024 ** 2;
/** Rate that two workers on one busy machine with two cores managed, so that better ones take less. */
const BYTES_PER_S = 10 * MIB;
/** Creating the shards of a table and adding its foreign keys. */
const TABLE_S = 0.2;

/**
 * Distributes the tables of the database while no server uses it. `print` gets what is done, beginning with how long it takes. Safe to
 * repeat after an interruption.
 */
export async function distributeDatabase(print: (line: string) => void): Promise<void> {
  const clients = [1, 2].map(
    () => new pg.Client({ connectionString: directUrl(), application_name: "vedette-distribute" }),
  );
  const [lock, client] = clients as [pg.Client, pg.Client];
  try {
    await Promise.all(clients.map((each) => each.connect()));
    for (const each of clients) await each.query(FOR_LONG_SESSION);
    await withMigrationLock(lock, () => distributeAll(client, print));
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

async function distributeAll(client: pg.Client, print: (line: string) => void): Promise<void> {
  await requireReady(client);
  const names = await undistributed(client);
  const bytes = await undistributedBytes(client);
  const minutes = Math.ceil((bytes / BYTES_PER_S + names.length * TABLE_S) / 60);
  print(
    `Distributing ${names.length} tables with ${(bytes / MIB).toFixed(0)} MiB. Keep all servers stopped, for about ${minutes} ${minutes === 1 ? "minute" : "minutes"} at ${BYTES_PER_S / MIB} MiB/s.`,
  );
  await distribute(client, (name, left) => print(`${name} is distributed; ${left} left.`));
  await freeCoordinator(client);
  print("The database is distributed. Start the servers.");
}

async function requireReady(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client)))
    throw new Error(
      "This database isn't a Citus coordinator. Run CREATE EXTENSION citus; on each node first.",
    );
  const { rows: nodes } = await client.query(
    "select from pg_dist_node where isactive and groupid > 0 and shouldhaveshards",
  );
  if (nodes.length === 0)
    throw new Error("The cluster has no workers. Add them first: SELECT citus_add_node('host', 5432);");
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name in ('vedette', 'vedette-pooled', 'vedette-worker')`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new Error(`Servers are still using this database (${count} connections). Stop them first.`);
}
