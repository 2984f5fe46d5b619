import { runMigrations } from "graphile-worker";
import pg from "pg";
import { programFile } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { FOR_LONG_SESSION } from "@/lib/store/core/connection/settings";
import { directUrl } from "./addresses";
import { migrate } from "./migrate";
import { withMigrationLock } from "./migration-lock";

/** Relative to the program's root, because the bundled server has no source folder around it. */
export const MIGRATIONS = "lib/store/migrations";

/**
 * Runs all migrations, including the job queue's. Returns how many of ours were new. Throws when the database is newer than
 * this program.
 */
export async function migrateDatabase(connectionString = directUrl()): Promise<number> {
  // The job queue's migrator doesn't support concurrent starts, so one lock covers both.
  const [holder, client] = [newClient(connectionString), newClient(connectionString)];
  try {
    await Promise.all([holder.connect(), client.connect()]);
    for (const each of [holder, client]) await each.query(FOR_LONG_SESSION);
    return await withMigrationLock(holder, async () => {
      const applied = await migrate(client, programFile(MIGRATIONS));
      await runMigrations({ connectionString });
      return applied;
    });
  } finally {
    await Promise.all([holder.end(), client.end()]);
  }
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, application_name: "vedette-migrate" });
  // Without a listener, a lost connection would end the process; the waiting statement gets the error too.
  client.on("error", (error) => log.debug("migration connection failed", { error: error.message }));
  return client;
}
