import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { log } from "@/lib/shared/log";
import { directUrl } from "./addresses";
import { migrate } from "./migrate";
import { withMigrationLock } from "./migration-lock";

/** Found from the project's root, since the bundled server has no folder of sources around it. */
const MIGRATIONS = "lib/store/migrations";

/** Runs all migrations, ours and the job queue's; returns how many of ours were new. Throws when the database is newer than this program. */
export async function migrateDatabase(connectionString = directUrl()): Promise<number> {
  // The job queue's own migrator does not expect two servers at the same moment: one lock covers both.
  const [holder, client] = [newClient(connectionString), newClient(connectionString)];
  try {
    await Promise.all([holder.connect(), client.connect()]);
    return await withMigrationLock(holder, async () => {
      const applied = await migrate(client, path.resolve(MIGRATIONS));
      await runMigrations({ connectionString });
      return applied;
    });
  } finally {
    await Promise.all([holder.end(), client.end()]);
  }
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, application_name: "vedette-migrate" });
  // Without a listener a lost connection would end the process; the statement that waits gets the error too.
  client.on("error", (error) => log.debug("migration connection", { error: error.message }));
  return client;
}
