import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { apiClient } from "@/e2e/support/api-client";
import { type Stack, startStack } from "@/e2e/support/stack";
import { setEnv } from "@/lib/shared/env";
import { closePool, pool } from "@/lib/store/core/pool";
import { socketUrl } from "@/lib/store/embedded/settings";
import { targetAddress } from "./network";

export const LOCAL_REGION = "eu-deu-fra";
export const REMOTE_REGION = "na-usa-iad";
const PROJECT = 1;
const VARIABLES = { RUNNER: "local", API_RATE_LIMIT: "100000", LOG_LEVEL: "debug" };
const run = promisify(execFile);

/** Starts the built server with its own runner; its database records the time of every commit. */
export async function startServer(): Promise<Stack> {
  const first = await startStack({ variables: VARIABLES });
  openDatabase(first.dataDir);
  await pool().query("alter system set track_commit_timestamp = on");
  await closePool();
  await first.terminate();
  const { dataDir, port } = first;
  // Programs that we start must not inherit it; they find the database by themselves.
  delete process.env.DATABASE_URL;
  return startStack({ variables: VARIABLES, dataDir, port });
}

/** Points this process at the server's own database. */
export function openDatabase(dataDir: string): void {
  const socket = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find(
    (name) => path.basename(name).startsWith(".s.PGSQL.") && !name.endsWith(".lock"),
  );
  if (!socket) throw new Error(`There is no database socket in ${dataDir}.`);
  setEnv({ DATABASE_URL: socketUrl(path.join(dataDir, path.dirname(socket)), "vedette") });
}

/** Returns a runner token for the other region, created with the command line as an operator would. */
export async function remoteToken(stack: Stack): Promise<string> {
  const args = ["dist/cli.mjs", "runners", "create", "--region", REMOTE_REGION];
  const { stdout } = await run(process.execPath, args, {
    env: {
      ...process.env,
      ...stack.variables,
      NODE_ENV: "production",
      DATA_DIR: stack.dataDir,
      PORT: String(stack.port),
    },
  });
  return stdout.trim();
}

/**
 * Creates monitors in both regions with every combination of regions required and consecutive failures; each target
 * has its own address.
 */
export async function makeMonitors(stack: Stack, count: number, port: number): Promise<void> {
  const api = await apiClient(stack, PROJECT);
  for (let index = 0; index < count; index += 1)
    await api.post("/uptime/monitors", {
      name: `target ${index + 1}`,
      protocol: "http",
      request: { method: "GET", url: `http://${targetAddress(index)}:${port}/` },
      regions: [LOCAL_REGION, REMOTE_REGION],
      interval: 30,
      timeout: 5000,
      region_threshold: 1 + (index % 2),
      incident_confirmations: 1 + (index % 3),
      recovery_confirmations: 1 + ((index >> 1) % 3),
    });
}
