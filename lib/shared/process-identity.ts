import { readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "./error-code";

/** Returns whether a process with this PID is running under any user. A zombie isn't. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return statFields(pid)?.[0] !== "Z";
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/**
 * Returns a string that differs between two processes with the same PID: boot ID and process start time (field 22 of
 * /proc/<pid>/stat, proc(5)). Empty without /proc, where only the PID counts.
 */
export function processIdentity(pid: number): string {
  const fields = statFields(pid);
  if (!fields) return "";
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${bootId}/${fields[19]}`;
}

/** Returns an ID of the PID namespace, which differs between containers. Empty when unknown. */
export function pidSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Returns the fields of /proc/<pid>/stat from the third (state) on; null without /proc or process. */
function statFields(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null;
  }
}
