import { isEmbedded, setEnv } from "@/lib/shared/env";
import { currentHolder } from "@/lib/shared/folder-hold";
import { closePool } from "@/lib/store/core/pool";
import { settleDataDir } from "@/server/database/data-dir";
import { openDatabase, prepareDatabase, type SecretRule } from "@/server/database/open-database";
import { linkToRunningServer } from "@/server/start/published-address";
import { ensureAppSecret } from "@/server/start/secrets";

/**
 * Runs `work` with the database: the own one, the running server's, or the embedded one started for the moment. A database that we
 * start is brought up to date first; one that a server uses is left as that server knows it.
 */
export async function withDatabase<T>(work: () => Promise<T>, rule?: SecretRule): Promise<T> {
  ensureAppSecret();
  const stop = await connect(rule);
  linkToRunningServer();
  try {
    return await work();
  } finally {
    await closePool();
    await stop();
  }
}

/** As `withDatabase`, but only while no server has the embedded database. */
export async function withOwnDatabase<T>(work: () => Promise<T>, rule?: SecretRule): Promise<T> {
  const holder = isEmbedded() ? currentHolder(settleDataDir()) : null;
  if (holder) throw new Error(`Process ${holder.pid} (${holder.what}) uses the database: stop it first.`);
  return withDatabase(work, rule);
}

async function connect(rule?: SecretRule): Promise<() => Promise<void>> {
  if (isEmbedded()) {
    const holder = currentHolder(settleDataDir());
    if (holder?.url) {
      setEnv({ DATABASE_URL: holder.url, VEDETTE_EMBEDDED: "1" });
      return async () => {};
    }
  }
  const opened = await openDatabase("the command line");
  await prepareDatabase(rule);
  return opened.stop;
}
