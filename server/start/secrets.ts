import { env, isEmbedded, setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { settleDataDir } from "@/server/database/data-dir";
import { secretFile } from "./secret-file";

/**
 * Sets APP_SECRET for this process: the variable, or with the embedded database the one generated once in DATA_DIR (0600). With
 * DATABASE_URL it is required, because several servers must share it.
 */
export async function ensureAppSecret(): Promise<void> {
  if (env().APP_SECRET) return;
  if (!isEmbedded())
    throw new Error(
      "APP_SECRET is required with DATABASE_URL. Every server on that database needs the same secret of at least 32 characters. " +
        "Generate one with: openssl rand -base64 48",
    );
  setEnv({ APP_SECRET: await secretFile(settleDataDir(), "app-secret") });
  forget("secret.key");
}
