import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { isAlive } from "@/lib/shared/process-identity";
import { waitFor } from "@/lib/testing/processes/wait";
import { type ApiClient, apiClient } from "./support/api-client";
import { OWNED } from "./support/people";
import { type Stack, startStack } from "./support/stack";
import { startWebTarget, type WebTarget } from "./support/web-target";

// Nothing that the API acknowledged may be lost, and everything must recover on its own.
const MONITORS = 40;

interface Listed {
  data: { id: number; name: string; last_checked_at: string | null }[];
}

let target: WebTarget;
let stack: Stack;
let api: ApiClient;

// No retries: losing data only occasionally is still losing data.
test.describe.configure({ retries: 0 });

test.beforeAll(async () => {
  target = await startWebTarget();
  stack = await startStack({ variables: { ...OWNED, API_RATE_LIMIT: "100000" } });
  api = await apiClient(stack, 1);
  for (let number = 1; number <= MONITORS; number += 1) await createMonitor(`load ${number}`);
});

test.afterAll(async () => {
  await stack?.stop();
  await target?.stop();
});

function createMonitor(name: string): Promise<{ id: number }> {
  const request = { method: "GET", url: target.url };
  return api.post("/uptime/monitors", {
    name,
    protocol: "http",
    request,
    regions: ["eu-deu-fra"],
    interval: 30,
    timeout: 5000,
  });
}

/** Creates monitors one after another until stopped. `stop` returns the names that the API acknowledged. */
function writeUnderLoad(prefix: string): { stop(): Promise<string[]> } {
  const acknowledged: string[] = [];
  let going = true;
  const loop = (async () => {
    for (let number = 0; going; number += 1) {
      const name = `${prefix} ${number}`;
      try {
        await createMonitor(name);
        acknowledged.push(name);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50)); // rejected or cut off, so not acknowledged
      }
    }
  })();
  return {
    stop: async () => {
      going = false;
      await loop;
      return acknowledged;
    },
  };
}

async function expectAllThere(names: string[]): Promise<void> {
  const stored = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { data } = await api.get<Listed>(`/uptime/monitors?per_page=100&page=${page}`);
    if (data.length === 0) break;
    for (const { name } of data) stored.add(name);
  }
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !stored.has(name))).toEqual([]);
}

/** Waits for a stored result newer than `sinceMs`, which proves that runner, ingest, and database work again. */
function checkedSince(sinceMs: number): Promise<unknown> {
  return waitFor("a check after the crash", async () => {
    const { data } = await api.get<Listed>("/uptime/monitors?per_page=100").catch(() => ({ data: [] }));
    return data.some(
      ({ last_checked_at }) => last_checked_at !== null && Date.parse(last_checked_at) > sinceMs,
    );
  });
}

function runnerPid(): number {
  const holder = readFileSync(path.join(stack.dataDir, "runner", "runner-holder.json"), "utf8");
  return (JSON.parse(holder) as { pid: number }).pid;
}

function postgresPid(): number {
  const find = (folder: string): string | undefined => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const whole = path.join(folder, entry.name);
      if (entry.name === "postmaster.pid") return whole;
      const below = entry.isDirectory() && entry.name !== "base" ? find(whole) : undefined;
      if (below) return below;
    }
  };
  const file = find(stack.dataDir);
  if (!file) throw new Error("no postmaster.pid found");
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}

test("restarts a runner after kill -9 and continues checking", async () => {
  const before = runnerPid();
  const load = writeUnderLoad("runner");
  process.kill(before, "SIGKILL");
  const killedAt = Date.now();
  await waitFor("another runner", () => {
    try {
      return runnerPid() !== before;
    } catch {
      return false;
    }
  });
  await checkedSince(killedAt + 1000);
  await expectAllThere(await load.stop());
});

test("restarts PostgreSQL after kill -9 under writes and loses nothing acknowledged", async () => {
  const load = writeUnderLoad("postgres");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = postgresPid();
  process.kill(before, "SIGKILL");
  const killedAt = Date.now();
  await waitFor(
    "the database to be back",
    async () => (await fetch(`${stack.url}/api/readyz`)).ok && postgresPid() !== before,
  );
  await checkedSince(killedAt + 1000);
  await expectAllThere(await load.stop());
});

test("takes over the running runner after kill -9 of the server under writes and loses nothing acknowledged", async () => {
  const load = writeUnderLoad("server");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const [runner, postgres] = [runnerPid(), postgresPid()];
  stack.child.kill("SIGKILL");
  const acknowledged = await load.stop();
  await waitFor("the database to be gone", () => !isAlive(postgres));
  expect(isAlive(runner)).toBe(true);
  const killedAt = Date.now();
  const { dataDir, port, variables } = stack;
  stack = await startStack({ dataDir, port, variables });
  await expectAllThere(acknowledged);
  await checkedSince(killedAt);
  expect(runnerPid()).toBe(runner);
  expect(await stack.terminate()).toBe(0);
  expect(isAlive(runner)).toBe(false);
});
