import { readFileSync, readlinkSync } from "node:fs";

/** Whether a process with this pid runs, whoever owns it. One that ended but was not waited for by its parent (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return statFields(pid)?.[0] !== "Z";
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/**
 * Text that differs between two processes that had the same pid one after another: boot and start time of the process
 * (field 22 of /proc/<pid>/stat, proc(5)). Empty where there is no /proc: then only the pid counts.
 */
export function processIdentity(pid: number): string {
  const fields = statFields(pid);
  if (!fields) return "";
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${bootId}/${fields[19]}`;
}

/** Which pids this process sees: another text in another container. Empty where that can't be told. */
export function pidSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Fields of /proc/<pid>/stat from the third (state) on; null without /proc or process. */
function statFields(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null;
  }
}
