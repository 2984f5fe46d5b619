import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { program } from "@/lib/testing/program";

export interface Database {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL that no server owns, as in a cluster, for tests that set DATABASE_URL. */
export async function startDatabase(): Promise<Database> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-e2e-db-"));
  const args = [program("lib/testing/databases/embedded-process.ts"), dataDir];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part: Buffer) => {
      text += part.toString();
      if (text.includes("\n")) resolve(text);
    });
    child.once("exit", () => reject(new Error(`the database did not start: ${text}`)));
  });
  return {
    url: (JSON.parse(line) as { url: string }).url,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
