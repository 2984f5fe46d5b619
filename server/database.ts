import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { env, isEmbedded, setEnv } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { startEmbedded } from "@/lib/store/embedded/supervisor";
import { migrate } from "@/lib/store/migrate";
import { databaseUrl } from "@/lib/store/pool";
import { settleDataDir } from "./data-dir";
import { firstOwner } from "./owner-link";

const MIGRATIONS = "lib/store/migrations";

export interface OpenDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** The own database of DATABASE_URL, or the embedded one in DATA_DIR, started and kept running until `stop()`. */
export async function openDatabase(what = `the server on port ${env().PORT}`): Promise<OpenDatabase> {
  if (!isEmbedded()) return { url: databaseUrl(), stop: async () => {} };
  const dataDir = settleDataDir();
  const embedded = await startEmbedded({ dataDir, what });
  setEnv({ DATABASE_URL: embedded.url, VEDETTE_EMBEDDED: "1" });
  log.info("database ready", { dataDir, pid: embedded.pid });
  return { url: embedded.url, stop: () => embedded.stop() };
}

/** Brings the schema up to date (ours and the job queue's) and makes the first organization with its owner or owner link. */
export async function prepareDatabase(): Promise<{ ownerLink: string | null }> {
  await migrateDatabase();
  return { ownerLink: await firstOwner() };
}

/** Runs all migrations; returns how many of ours were new. Throws when the database is newer than this program. */
export async function migrateDatabase(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl(), application_name: "vedette-migrate" });
  await client.connect();
  try {
    const applied = await migrate(client, path.resolve(MIGRATIONS));
    await runMigrations({ connectionString: databaseUrl() });
    return applied;
  } finally {
    await client.end();
  }
}
