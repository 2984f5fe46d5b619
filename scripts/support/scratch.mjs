import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const MEMORY = "/dev/shm";
const PREFIX = "vedette-tests-";
/** Names the process that made the folder. */
const OWNER = "owner.json";
const LEAST_BYTES = 4 * 1024 ** 3;

/**
 * Returns a new folder in memory for temporary files, which is gone when this process ends, or null if this machine has no room for it. Most
 * tests copy a database, which has 700 files. Creating them on a disk takes ten times the CPU.
 */
export function folderInMemory() {
  if (!hasRoomHere()) return null;
  removeLeftovers(MEMORY);
  const folder = newFolder(MEMORY);
  process.once("exit", () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}

/** Creates a folder for this process's temporary files. */
export function newFolder(parent) {
  const folder = mkdtempSync(path.join(parent, PREFIX));
  // PostgreSQL's own account reaches its data through it, as through /tmp.
  chmodSync(folder, 0o1777);
  const owner = { pid: process.pid, started: startOf(process.pid), space: pidSpace() };
  writeFileSync(path.join(folder, OWNER), JSON.stringify(owner));
  return folder;
}

/** Removes the folders of killed runs, unless a program of such a run still has its folder for temporary files there. */
export function removeLeftovers(parent) {
  const folders = readdirSync(parent)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => path.join(parent, name));
  const dead = folders.filter(isOwnerGone);
  if (dead.length === 0) return;
  const variables = readdirSync("/proc").filter(Number).map(variablesOf).join("");
  for (const folder of dead.filter((each) => !variables.includes(`\0TMPDIR=${each}\0`)))
    rmSync(folder, { recursive: true, force: true });
}

/** Returns whether the process that made the folder has ended. A folder of another container, or one without an owner, may be in use. */
function isOwnerGone(folder) {
  try {
    const { pid, started, space } = JSON.parse(readFileSync(path.join(folder, OWNER), "utf8"));
    return space === pidSpace() && startOf(pid) !== started;
  } catch {
    // Another process is creating or removing it.
    return false;
  }
}

// lib/shared/process-identity.ts knows the identity of a process too, but a plain script can't import TypeScript on Node 20.

/** Returns when a process started, in ticks since the machine's start (proc(5), field 22), or null if there is none. */
function startOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[19];
  } catch {
    return null;
  }
}

function variablesOf(pid) {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "utf8")}\0`;
  } catch {
    // It has just ended, or belongs to another account.
    return "";
  }
}

function pidSpace() {
  return readlinkSync("/proc/self/ns/pid");
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

/**
 * Returns whether the folder has room, leaves as much memory to the tests, and may contain executable programs, because
 * PostgreSQL's are sometimes copied there.
 */
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
