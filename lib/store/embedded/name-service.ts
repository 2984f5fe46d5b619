import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { once } from "@/lib/shared/once";

/** The name that PostgreSQL sees for a user ID without one. */
const FALLBACK_NAME = "vedette";
const LIBRARY = "libnss_wrapper.so";

/** Returns the name of this process's account. PostgreSQL compares it with that of each client. */
export function accountName(): string {
  return knownName() ?? FALLBACK_NAME;
}

/** Returns the account's name from the system; null if its user ID has no passwd entry. */
export function knownName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** Returns whether PostgreSQL can run as this account: it has a name, or the library that invents one is installed. */
export function isNameable(): boolean {
  return knownName() !== null || inventsNames();
}

/** Returns whether the library that invents names is installed. */
export function inventsNames(): boolean {
  return library() !== null;
}

/**
 * Returns environment variables with which PostgreSQL finds a name for a user ID without a passwd entry, which it refuses to run
 * without. Container platforms such as OpenShift assign such IDs. Empty if the account has a name.
 */
export function nameService(): Record<string, string> {
  return once("embedded.name-service", (): Record<string, string> => {
    const file = library();
    if (knownName() !== null || file === null) return {};
    const folder = mkdtempSync(path.join(tmpdir(), "vedette-names-"));
    const [passwd, group] = [path.join(folder, "passwd"), path.join(folder, "group")];
    const [uid, gid] = [process.getuid?.(), process.getgid?.()];
    writeFileSync(passwd, `root:x:0:0::/:/bin/false\n${FALLBACK_NAME}:x:${uid}:${gid}::/:/bin/false\n`);
    writeFileSync(group, `root:x:0:\n${FALLBACK_NAME}:x:${gid === 0 ? 65_534 : gid}:\n`);
    return { LD_PRELOAD: file, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group };
  });
}

/** Returns the path of Debian's or Red Hat's `libnss_wrapper.so`; null if it isn't installed. */
function library(): string | null {
  const multiarch = existsSync("/usr/lib")
    ? readdirSync("/usr/lib").filter((name) => name.includes("-linux-"))
    : [];
  const folders = ["/usr/lib64", "/usr/lib", ...multiarch.map((name) => `/usr/lib/${name}`)];
  return folders.map((folder) => path.join(folder, LIBRARY)).find((file) => existsSync(file)) ?? null;
}
