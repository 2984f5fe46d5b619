import { totalmem } from "node:os";
import { isEmbedded } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";

const MEBIBYTE = 1024 * 1024;

/** Memory that a server with its runner and the embedded database needs, as measured in docs/sizes.md. */
export const MEMORY_MIN_MIB = 384;

/** Returns what to say about too little memory, or null if there is enough. `limitBytes` is the control group's; 0 without one. */
export function memoryProblem(machineBytes: number, limitBytes: number): string | null {
  const isLimited = limitBytes > 0 && limitBytes < machineBytes;
  const mib = Math.floor((isLimited ? limitBytes : machineBytes) / MEBIBYTE);
  if (mib >= MEMORY_MIN_MIB) return null;
  const what = isLimited ? "The control group (container) is limited to" : "The machine has";
  return `${what} ${mib} MiB of memory; Vedette with its own database needs at least ${MEMORY_MIN_MIB} MiB`;
}

/** Logs a line if this machine or control group has less memory than a server with the embedded database needs. */
export function warnOfLittleMemory(): void {
  const problem = isEmbedded() ? memoryProblem(totalmem(), process.constrainedMemory()) : null;
  if (problem) log.warn(problem);
}
