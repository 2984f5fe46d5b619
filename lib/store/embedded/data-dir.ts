import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { errorCode } from "@/lib/shared/error-code";
import { type Account, impassable } from "./account";

const DEFAULT = "./data";
/** Root's data directory when PostgreSQL's account can't reach the checkout (in a 0700 home). */
export const SYSTEM_DATA_DIR = "/var/lib/vedette";

/**
 * Returns the absolute data directory. The default moves to /var/lib/vedette when PostgreSQL's account can't reach ./data; a
 * configured directory is never replaced but rejected, naming the blocking folder.
 */
export function chooseDataDir(wanted: string, account: Account): string {
  const chosen = path.resolve(wanted);
  const blocked = impassable(path.dirname(chosen), account);
  if (blocked === null) return chosen;
  if (wanted === DEFAULT && account.lent) return SYSTEM_DATA_DIR;
  throw new Error(
    `DATA_DIR ${chosen} isn't usable: PostgreSQL runs as user ID ${account.uid}, which can't access ${blocked}. ` +
      `Set another DATA_DIR (for example ${SYSTEM_DATA_DIR}), or set DATABASE_URL.`,
  );
}

/** Creates the directory and lets PostgreSQL's account traverse it (not list it). */
export function openDataDir(dataDir: string, account: Account): void {
  try {
    makeFolder(dataDir, account.lent ? 0o711 : 0o700);
    if (account.lent && impassable(dataDir, account) === dataDir)
      chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o111);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    throw new Error(
      `The data directory ${dataDir} can't be created or written (${code}). Check that it exists, that its disk is mounted ` +
        "read-write, and that this user owns it, or set DATA_DIR to another folder.",
    );
  }
}

/** Creates each missing part separately: `recursive` turns "read-only" into "no such file", and never ends below /proc (Node 20). */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), 0o755);
  mkdirSync(folder, { mode });
}
