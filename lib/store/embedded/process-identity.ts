import { existsSync, readFileSync } from "node:fs";

/** Whether a process with this pid exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/**
 * Text that differs between two processes that had the same pid one after another: boot and start time of the process
 * (field 22 of /proc/<pid>/stat, proc(5)). Empty where there is no /proc: then only the pid counts.
 */
export function processIdentity(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return "";
  const afterName = readFileSync(stat, "utf8").split(") ").at(-1) ?? "";
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${bootId}/${afterName.split(" ")[19]}`;
}
