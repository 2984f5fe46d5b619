import { now } from "@/lib/shared/clock";
import { env, isEmbedded, setEnv } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { startEmbedded } from "@/lib/store/embedded/supervisor";
import { reserveWal } from "@/lib/store/embedded/wal";
import { migrateDatabase } from "@/lib/store/migrate-all";
import { ensurePartitions } from "@/lib/store/partitions";
import { databaseUrl } from "@/lib/store/pool";
import { settleDataDir } from "./data-dir";
import { firstOwner } from "./owner-link";

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

/** Brings the schema up to date (ours and the job queue's), makes the days' partitions, and the first organization with its owner or owner link. */
export async function prepareDatabase(): Promise<{ ownerLink: string | null }> {
  await migrateDatabase();
  if (isEmbedded()) await reserveWal();
  await ensurePartitions(now().getTime());
  return { ownerLink: await firstOwner() };
}
