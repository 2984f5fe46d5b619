import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type ApiClient, apiClient } from "@/e2e/support/api-client";
import { type Stack, startStack } from "@/e2e/support/stack";
import { waitFor } from "@/e2e/support/wait";
import { startWebTarget, type WebTarget } from "@/e2e/support/web-target";
import { childEnv } from "@/lib/shared/env";
import { closePool } from "@/lib/store/core/pool";
import { startDatabase } from "./database";
import { FalseClock } from "./false-clock";
import { openPerson, type Person } from "./person";
import { type Receiver, startReceiver } from "./receiver";

export const STEADY = 20;
export const INTERVAL_SECONDS = 30;
export const OWNER = { email: "ada@example.com", password: "a long enough password" };
const REGION = "eu-deu-fra";
const run = promisify(execFile);

/** The processes whose wall clock a jump moves. */
export interface Clocks {
  readonly database: FalseClock;
  readonly server: FalseClock;
  readonly runner: FalseClock;
}

export interface Scene {
  readonly clocks: Clocks;
  readonly api: ApiClient;
  readonly stack: Stack;
  readonly steady: WebTarget;
  /** Starts a new target with its own monitor, because a monitor's third outage within an hour counts as flapping. */
  newTarget(): Promise<WebTarget>;
  readonly receivers: readonly Receiver[];
  readonly person: Person;
}

export type Undo = (() => Promise<unknown>)[];

/** Starts a database, a server and a runner with a clock each, twenty healthy monitors, and two receivers of alerts. */
export async function buildScene(library: string, undo: Undo): Promise<Scene> {
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-clock-"));
  undo.push(async () => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const clock = (name: string) => new FalseClock(library, folder, name);
  const clocks = { database: clock("database"), server: clock("server"), runner: clock("runner") };
  const database = await startDatabase(clocks.database);
  undo.push(database.stop, closePool);
  const stack = await startStack({
    variables: {
      ...clocks.server.variables(),
      DATABASE_URL: database.url,
      APP_SECRET: "a secret for this measurement, 32 characters",
      ALLOW_PRIVATE_TARGETS: "127.0.0.0/8",
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      RUNNER: "off",
      API_RATE_LIMIT: "10000",
    },
  });
  undo.push(stack.stop);
  undo.push(await startRunner(stack, clocks.runner, path.join(folder, "runner")));
  const steady = await startWebTarget();
  const receivers = [await startReceiver(false), await startReceiver(true)];
  undo.push(...[steady, ...receivers].map((one) => one.stop));
  const api = await apiClient(stack, 1);
  for (const receiver of receivers) await addReceiver(api, receiver.url);
  for (let index = 0; index < STEADY; index += 1) await addMonitor(api, `${steady.url}${index}`, 3);
  const person = await openPerson(stack.url, OWNER);
  undo.push(person.stop);
  const newTarget = async () => {
    const target = await startWebTarget();
    undo.push(target.stop);
    await addMonitor(api, target.url, 1);
    await waitFor("its first check", () => target.received.length > 0);
    return target;
  };
  return { clocks, api, stack, steady, newTarget, receivers, person };
}

async function startRunner(stack: Stack, clock: FalseClock, dataDir: string): Promise<() => Promise<void>> {
  const { stdout } = await run(process.execPath, ["dist/cli.mjs", "runners", "create", "--region", REGION], {
    env: { ...process.env, ...stack.variables, NODE_ENV: "production", DATA_DIR: stack.dataDir },
  });
  const variables = {
    NODE_ENV: "production",
    CONTROL_URL: stack.url,
    RUNNER_TOKEN: stdout.trim(),
    DATA_DIR: dataDir,
    ANCHORS: "off",
  };
  const child = spawn(process.execPath, ["dist/runner.js"], {
    env: childEnv({ ...variables, ...clock.variables() }),
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return () => {
    child.kill("SIGTERM");
    return ended;
  };
}

async function addReceiver(api: ApiClient, url: string): Promise<void> {
  const { id } = await api.post<{ id: number }>("/apps/outgoing_webhook/integrations", {
    name: "Ops",
    settings: { url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  });
  const schema = JSON.stringify({ event: "{{ event.key }}", incident: "{{ incident.id }}" });
  for (const event of ["uptime.incident.created", "uptime.incident.recovered"])
    await api.post("/alert-rules", {
      event,
      integration_id: id,
      rate_limit: 0,
      integration_settings: { schema },
    });
}

async function addMonitor(api: ApiClient, url: string, consecutiveFailures: number): Promise<void> {
  await api.post("/uptime/monitors", {
    name: url,
    protocol: "http",
    request: { method: "GET", url },
    regions: [REGION],
    interval: INTERVAL_SECONDS,
    timeout: 5000,
    incident_confirmations: consecutiveFailures,
    recovery_confirmations: 1,
  });
}
