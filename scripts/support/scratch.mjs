import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

const MEMORY = "/dev/shm";
const LEAST_BYTES = 4 * 1024 ** 3;

/**
 * Returns a new folder in memory for temporary files, which is gone when this process ends, or null if this machine has no room for it. Most
 * tests copy a database, which has 700 files. Creating them on a disk takes ten times the CPU.
 */
export function folderInMemory() {
  if (!hasRoomHere()) return null;
  const folder = mkdtempSync(path.join(MEMORY, "vedette-tests-"));
  // PostgreSQL's own account reaches its data through it, as through /tmp.
  chmodSync(folder, 0o1777);
  process.once("exit", () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}

function hasRoomHere() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return hasRoom(
      bavail * bsize,
      readFileSync("/proc/meminfo", "utf8"),
      readFileSync("/proc/self/mounts", "utf8"),
    );
  } catch {
    // Only Linux has all three.
    return false;
  }
}

/** Returns whether the folder has room, leaves as much memory to the tests, and may hold programs, as PostgreSQL's sometimes are copied. */
export function hasRoom(freeBytes, meminfo, mounts) {
  const availableKb = Number(/^MemAvailable: +(\d{1,12}) kB$/m.exec(meminfo)?.[1] ?? 0);
  const mount = mounts.split("\n").findLast((line) => line.split(" ")[1] === MEMORY);
  const [, , , options = "noexec"] = mount?.split(" ") ?? [];
  return (
    freeBytes >= LEAST_BYTES &&
    availableKb * 1024 >= 2 * LEAST_BYTES &&
    !options.split(",").includes("noexec")
  );
}
