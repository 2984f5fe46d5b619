import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { errorCode } from "@/lib/shared/error-code";
import { isAlive, pidSpace, processIdentity } from "@/lib/shared/process-identity";

/**
 * Names the process that uses a runner's data directory. Separate from the server's own file, which may be in the
 * same folder.
 */
export const RUNNER_HOLDER_FILE = "runner-holder.json";
/** Names the server that the runner in a data directory works for. */
export const SERVER_FILE = "server.json";

const ServerOfRunner = z.object({
  pid: z.number().int(),
  identity: z.string(),
  /** The namespace in which the pid is valid; a container has its own. */
  space: z.string(),
  controlUrl: z.string(),
  /** Identifies the runner's version and settings; it changes with either. */
  program: z.string(),
});
export type ServerOfRunner = z.infer<typeof ServerOfRunner>;

/** Records that a runner works for this process. */
export function claimRunner(file: string, controlUrl: string, program: string): void {
  const { pid } = process;
  const server: ServerOfRunner = {
    pid,
    identity: processIdentity(pid),
    space: pidSpace(),
    controlUrl,
    program,
  };
  writeFileSync(`${file}.new`, JSON.stringify(server), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Removes this process's record; another process's record stays. */
export function releaseRunner(file: string): void {
  if (readServer(file)?.pid === process.pid) rmSync(file, { force: true });
}

/** Returns the recorded server; null when there is none. Throws when the file can't be read right now. */
export function readServer(file: string): ServerOfRunner | null {
  try {
    return ServerOfRunner.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isAbsent = errorCode(error) === "ENOENT";
    if (isAbsent || error instanceof z.ZodError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns whether the recorded process is still running. A process that can't be inspected counts as running. */
export function isRunning({ pid, identity }: { readonly pid: number; readonly identity: string }): boolean {
  if (!isAlive(pid)) return false;
  try {
    const now = processIdentity(pid);
    return now === "" || now === identity;
  } catch {
    return true;
  }
}
