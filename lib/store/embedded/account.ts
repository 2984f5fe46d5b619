import { existsSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";

/** Who runs PostgreSQL. It refuses to run as root, so root lends it the one unprivileged account that exists everywhere. */
export interface Account {
  uid: number;
  gid: number;
  /** True when we are root and hand the work over to `nobody`. */
  lent: boolean;
}

const NOBODY_ID = 65534;

/** The account for PostgreSQL: `nobody` for root, otherwise ourselves. Throws when our uid has no passwd entry. */
export function databaseAccount(uid = process.getuid?.() ?? -1): Account {
  if (uid === 0) return { ...nobody(), lent: true };
  try {
    const { gid } = userInfo();
    return { uid, gid, lent: false };
  } catch {
    throw new Error(
      `The embedded PostgreSQL refuses to run as user id ${uid}: it has no entry in /etc/passwd. ` +
        "Run as a user that has one, use the container image, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
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

/** The first directory from the root down to `target` (existing parts only) that `account` can't pass, or null. */
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
