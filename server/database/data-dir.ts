import { mkdirSync } from "node:fs";
import path from "node:path";
import { env, isEmbedded, setEnv } from "@/lib/shared/env";
import { databaseAccount } from "@/lib/store/embedded/account";
import { chooseDataDir, openDataDir } from "@/lib/store/embedded/data-dir";

/** Chooses and creates the data directory, and sets DATA_DIR to its absolute path. */
export function settleDataDir(): string {
  if (!isEmbedded()) {
    const own = path.resolve(env().DATA_DIR);
    mkdirSync(own, { recursive: true });
    setEnv({ DATA_DIR: own });
    return own;
  }
  const account = databaseAccount();
  const dataDir = chooseDataDir(env().DATA_DIR, account);
  openDataDir(dataDir, account);
  setEnv({ DATA_DIR: dataDir });
  return dataDir;
}
