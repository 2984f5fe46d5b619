import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { migrate } from "./migrate";
import { databaseUrl } from "./pool";

/** Found from the project's root, since the bundled server has no folder of sources around it. */
const MIGRATIONS = "lib/store/migrations";
/** The job queue's own migrator does not expect two servers at the same moment. */
const LOCK_KEY = 7_243_310;

/** Runs all migrations, ours and the job queue's; returns how many of ours were new. Throws when the database is newer than this program. */
export async function migrateDatabase(connectionString = databaseUrl()): Promise<number> {
  const client = new pg.Client({ connectionString, application_name: "vedette-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    const applied = await migrate(client, path.resolve(MIGRATIONS));
    await runMigrations({ connectionString });
    return applied;
  } finally {
    await client.end();
  }
}
