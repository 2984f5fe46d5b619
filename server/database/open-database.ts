import { requireAppSecret } from "@/lib/services/app-secret";
import { now } from "@/lib/shared/clock";
import { env, isEmbedded, setEnv } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { refuseHalfMoved } from "@/lib/store/backup/move-progress";
import { ensurePartitions } from "@/lib/store/checks/partitions";
import { databaseUrl, directUrl, directVariable } from "@/lib/store/core/addresses";
import { checkConnections } from "@/lib/store/core/connection/connection-check";
import { withRemedy } from "@/lib/store/core/database-remedy";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { pool } from "@/lib/store/core/pool";
import { clusterProblem } from "@/lib/store/core/sharding/cluster-check";
import { startEmbedded } from "@/lib/store/embedded/supervisor";
import { reserveWal } from "@/lib/store/embedded/wal";
import { firstOwner } from "@/server/database/owner-link";
import { settleDataDir } from "./data-dir";

export interface OpenDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** Opens the database of DATABASE_URL, or the embedded one in DATA_DIR, which runs until `stop()`. */
export async function openDatabase(what = `the server on port ${env().PORT}`): Promise<OpenDatabase> {
  if (!isEmbedded()) {
    await checkConnections();
    return { url: databaseUrl(), stop: async () => {} };
  }
  const dataDir = settleDataDir();
  const embedded = await startEmbedded({ dataDir, what });
  setEnv({ DATABASE_URL: embedded.url, VEDETTE_EMBEDDED: "1" });
  log.info("database ready", { dataDir, pid: embedded.pid });
  return { url: embedded.url, stop: () => embedded.stop() };
}

/**
 * Values of APP_SECRET that are accepted: with `same-secret` only the database's, with `unused-secret` also another one while nothing is
 * encrypted, with `any-secret` every one, as for backup and restore.
 */
export type SecretRule = "same-secret" | "unused-secret" | "any-secret";

/**
 * Migrates the schema (including the job queue's), rejects an APP_SECRET other than the database's, creates the partitions,
 * and creates the first organization with its owner or owner link.
 */
export async function prepareDatabase(
  rule: SecretRule = "unused-secret",
): Promise<{ ownerLink: string | null }> {
  await migrateDatabase().catch((error: unknown) => {
    throw withRemedy(error, directVariable(), directUrl());
  });
  const problem = await clusterProblem(pool());
  if (problem !== null) throw new Error(problem);
  await refuseHalfMoved(pool());
  if (rule !== "any-secret") await requireAppSecret(rule === "unused-secret");
  if (isEmbedded()) await reserveWal();
  await ensurePartitions(now().getTime());
  return { ownerLink: await firstOwner() };
}
