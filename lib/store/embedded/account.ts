import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isNameable } from "./name-service";

/** The account that runs PostgreSQL. It refuses to run as root, so root uses `nobody`, which exists everywhere. */
export interface Account {
  uid: number;
  gid: number;
  /** True when this process is root and PostgreSQL runs as `nobody`. */
  lent: boolean;
}

const NOBODY_ID = 65534;

/** Returns the account for PostgreSQL: `nobody` for root, otherwise the current user. Throws when its UID can't have a name. */
export function databaseAccount(): Account {
  const uid = process.getuid?.() ?? -1;
  if (uid === 0) return { ...nobody(), lent: true };
  if (isNameable()) return { uid, gid: process.getgid?.() ?? -1, lent: false };
  throw new Error(
    `The embedded PostgreSQL can't run as user ID ${uid}, which has no entry in /etc/passwd. Install libnss-wrapper ` +
      "(Debian) or nss_wrapper (Red Hat), run as another user, or set DATABASE_URL to your own PostgreSQL.",
  );
}

function nobody(): { uid: number; gid: number } {
  const passwd = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : "";
  const [, , uid, gid] =
    passwd
      .split("\n")
      .find((line) => line.startsWith("nobody:"))
      ?.split(":") ?? [];
  const id = (text: string | undefined) => (text && Number(text) > 0 ? Number(text) : NOBODY_ID);
  return { uid: id(uid), gid: id(gid) };
}

/** Returns the first existing directory on the way to `target` that `account` can't traverse, or null. */
export function impassable(target: string, account: Account): string | null {
  const parts = path.resolve(target).split(path.sep).slice(1);
  for (let length = 0; length <= parts.length; length += 1) {
    const directory = path.sep + parts.slice(0, length).join(path.sep);
    if (!existsSync(directory)) return null;
    if (!passable(directory, account)) return directory;
  }
  return null;
}

function passable(directory: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(directory);
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  return (bits & 1) === 1;
}
