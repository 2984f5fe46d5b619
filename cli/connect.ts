import { requireAppSecret } from "@/lib/services/app-secret";
import { isEmbedded, setEnv } from "@/lib/shared/env";
import { currentOwner } from "@/lib/shared/folder-lock";
import { closePool } from "@/lib/store/core/pool";
import { settleDataDir } from "@/server/database/data-dir";
import { openDatabase, prepareDatabase, type SecretRule } from "@/server/database/open-database";
import { linkToRunningServer } from "@/server/start/published-address";
import { ensureAppSecret } from "@/server/start/secrets";

/**
 * Runs `work` with a database: DATABASE_URL, the running server's embedded one, or the embedded one started temporarily. A
 * database that this process starts is migrated first; a running server's database is left unchanged.
 */
export async function withDatabase<T>(work: () => Promise<T>, rule?: SecretRule): Promise<T> {
  await ensureAppSecret();
  const stop = await connect(rule);
  linkToRunningServer();
  try {
    return await work();
  } finally {
    await closePool();
    await stop();
  }
}

/** Like `withDatabase`, but throws while a server uses the embedded database. */
export async function withOwnDatabase<T>(work: () => Promise<T>, rule?: SecretRule): Promise<T> {
  const holder = isEmbedded() ? currentOwner(settleDataDir()) : null;
  if (holder) throw new Error(`Process ${holder.pid} (${holder.what}) is using the database. Stop it first.`);
  return withDatabase(work, rule);
}

async function connect(rule: SecretRule = "same-secret"): Promise<() => Promise<void>> {
  if (isEmbedded()) {
    const holder = currentOwner(settleDataDir());
    if (holder?.url) {
      setEnv({ DATABASE_URL: holder.url, VEDETTE_EMBEDDED: "1" });
      if (rule === "same-secret") await requireAppSecret(false);
      return async () => {};
    }
  }
  const opened = await openDatabase("the command line");
  await prepareDatabase(rule);
  return opened.stop;
}
