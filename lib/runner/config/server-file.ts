import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { isAlive, pidSpace, processIdentity } from "@/lib/shared/process-identity";

/** Who holds a runner's data directory: beside a server's own file, which may be in the same folder. */
export const RUNNER_HOLDER_FILE = "runner-holder.json";
/** Where a server says that the runner in a data directory works for it. */
export const SERVER_FILE = "server.json";

const ServerOfRunner = z.object({
  pid: z.number().int(),
  identity: z.string(),
  /** In which the pid means something: a container has its own. */
  space: z.string(),
  controlUrl: z.string(),
  /** Of the runner: another version or other settings have another text. */
  program: z.string(),
});
export type ServerOfRunner = z.infer<typeof ServerOfRunner>;

/** Says that a runner works for this process. */
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

/** Takes back what this process said; what another one said meanwhile stays. */
export function releaseRunner(file: string): void {
  if (readServer(file)?.pid === process.pid) rmSync(file, { force: true });
}

/** Null when no server has said so. Throws when it can't be read at this moment. */
export function readServer(file: string): ServerOfRunner | null {
  try {
    return ServerOfRunner.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isAbsent = (error as { code?: string }).code === "ENOENT";
    if (isAbsent || error instanceof z.ZodError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Whether a process still is the one that had this pid when its identity was noted. What can't be seen counts as running. */
export function isRunning({ pid, identity }: { readonly pid: number; readonly identity: string }): boolean {
  if (!isAlive(pid)) return false;
  try {
    const now = processIdentity(pid);
    return now === "" || now === identity;
  } catch {
    return true;
  }
}
