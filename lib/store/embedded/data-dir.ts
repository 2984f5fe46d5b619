import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { type Account, impassable } from "./account";

const DEFAULT = "./data";
/** Where root keeps data when PostgreSQL's account can't reach the clone (a 0700 home). */
export const SYSTEM_DATA_DIR = "/var/lib/vedette";

/**
 * Absolute data directory. The default moves to /var/lib/vedette when PostgreSQL's account can't reach ./data;
 * a directory that was asked for is never exchanged: it is refused, naming the folder in the way.
 */
export function chooseDataDir(wanted: string, account: Account): string {
  const chosen = path.resolve(wanted);
  const blocked = impassable(path.dirname(chosen), account);
  if (blocked === null) return chosen;
  if (wanted === DEFAULT && account.lent) return SYSTEM_DATA_DIR;
  throw new Error(
    `DATA_DIR ${chosen} can't be used: PostgreSQL runs as user id ${account.uid}, which may not enter ${blocked}. ` +
      `Choose another DATA_DIR (for example ${SYSTEM_DATA_DIR}), or set DATABASE_URL.`,
  );
}

/** Makes the directory, and lets PostgreSQL's account pass through it (not list it). */
export function openDataDir(dataDir: string, account: Account): void {
  try {
    makeFolder(dataDir, account.lent ? 0o711 : 0o700);
    if (account.lent && impassable(dataDir, account) === dataDir)
      chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o111);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new Error(
      `The data directory ${dataDir} can't be made or written (${code}). Check that it exists, that its disk is mounted ` +
        "for writing, and that this user owns it; or set DATA_DIR to another place.",
    );
  }
}

/** Each missing part by itself: `recursive` turns "read-only" into "no such file", and never ends below /proc (Node 20). */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), 0o755);
  mkdirSync(folder, { mode });
}
