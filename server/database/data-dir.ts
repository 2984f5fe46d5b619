import { mkdirSync } from "node:fs";
import path from "node:path";
import { env, isEmbedded, setEnv } from "@/lib/shared/env";
import { databaseAccount } from "@/lib/store/embedded/account";
import { chooseDataDir, openDataDir } from "@/lib/store/embedded/data-dir";

/** Decides where the data lies, makes the directory, and fixes DATA_DIR to its absolute path for everything after. */
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
