import { type ChildProcess, fork } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidAt } from "@/lib/domain/core/time-uuid";
import { signalIntake } from "@/lib/engine/heartbeats/intake";
import { childEnv, setEnv } from "@/lib/shared/env";
import { closePool } from "@/lib/store/core/pool";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { type DatabaseProxy, startDatabaseProxy } from "@/lib/testing/databases/database-proxy";
import { program } from "@/lib/testing/program";
import { run } from "@/lib/testing/sql";

const database = useDatabase();
const MONITORS = 40;
/** SIGNAL_KILLS=20 runs the full test. */
const KILLS = Number(process.env.SIGNAL_KILLS ?? 4);
let proxy: DatabaseProxy;
let server: ChildProcess | null = null;
let port = 0;
const tokens: string[] = [];

beforeAll(async () => {
  const accounts = await createTestAccounts();
  for (let index = 0; index < MONITORS; index += 1) {
    const made = await api(accounts.prjWrite).post("/uptime/monitors", {
      name: `Job ${index}`,
      protocol: "heartbeat",
      request: {},
    });
    tokens.push(made.body.request.token);
  }
  proxy = await startDatabaseProxy(database.url);
});
afterAll(async () => {
  server?.kill("SIGKILL");
  await proxy.stop();
});

async function start(): Promise<void> {
  const child = fork(program("lib/testing/processes/signal-server.ts"), {
    env: childEnv({ NODE_ENV: "production", DATABASE_URL: proxy.url }),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  server = child;
  port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", () => reject(new Error("the server ended before it was ready")));
  });
}

async function kill(): Promise<void> {
  const ended = new Promise((resolve) => server?.once("exit", resolve));
  server?.kill("SIGKILL");
  await ended;
}

interface Sending {
  /** The user agents of the acknowledged signals, so far. */
  readonly acknowledged: readonly string[];
  /** Returns the other statuses. */
  stop(): Promise<number[]>;
}

/** Sends signals with numbered user agents until stopped. */
function sendSignals(prefix: string): Sending {
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let isOn = true;
  let count = 0;
  const loop = async () => {
    while (isOn) {
      count += 1;
      const name = `${prefix}-${count}`;
      const token = tokens[count % tokens.length];
      try {
        const { status } = await fetch(`http://127.0.0.1:${port}/ping/${token}/log`, {
          headers: { "User-Agent": name },
        });
        if (status === 200) acknowledged.push(name);
        else statuses.add(status);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const loops = Array.from({ length: 8 }, loop);
  return {
    acknowledged,
    stop: async () => {
      isOn = false;
      await Promise.all(loops);
      return [...statuses];
    },
  };
}

/** Waits until this many more signals were acknowledged. */
async function acknowledgeMore({ acknowledged }: Sending, count: number): Promise<void> {
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThanOrEqual(before + count);
}

async function received(): Promise<Set<string>> {
  const rows = await run`select user_agent from heartbeat_signals`;
  return new Set(rows.map(({ user_agent }) => user_agent));
}

test(`no acknowledged signal is lost in ${KILLS} kills, half of them while the database is unavailable`, {
  timeout: 300_000,
}, async () => {
  // The limit of 100 kept signals is for another test.
  await run`create function keep() returns trigger language plpgsql as 'begin return null; end'`;
  await run`create trigger keep before delete on heartbeat_signals for each row execute function keep()`;
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    await start();
    const sending = sendSignals(`round-${round}`);
    await acknowledgeMore(sending, 20);
    if (round % 2 === 1) {
      proxy.refuse();
      await acknowledgeMore(sending, 20);
    }
    await kill();
    proxy.pass();
    const statuses = await sending.stop();
    acknowledged.push(...sending.acknowledged);
    expect(statuses.filter((status) => status !== 503 && status !== 429)).toEqual([]);
  }
  await start();
  await expect
    .poll(async () => {
      const found = await received();
      return acknowledged.filter((name) => !found.has(name));
    })
    .toEqual([]);
  await kill();
});

test("without the database, signals of known monitors wait on disk, and those over the limit are refused", {
  timeout: 60_000,
}, async () => {
  const intake = signalIntake();
  const [{ project_id: projectId, monitor_id: monitorId }] =
    (await run`select project_id, monitor_id from heartbeats limit 1`) as [
      { project_id: number; monitor_id: number },
    ];
  const url = process.env.DATABASE_URL;
  await closePool();
  setEnv({ DATABASE_URL: proxy.url });
  proxy.refuse();
  const accept = (index: number) =>
    intake
      .accept({
        ...{
          projectId,
          monitorId,
          id: uuidAt(Date.now()),
          kind: "log",
          runId: null,
          exitStatus: null,
          message: null,
        },
        ...{
          receivedAt: Date.now(),
          runMs: null,
          method: "GET",
          userAgent: `spooled-${index}`,
          address: null,
          body: null,
          bodyBytes: 0,
        },
      } as const)
      .then(
        () => "kept",
        (error: Error) => error.constructor.name,
      );
  const outcomes = await Promise.all(Array.from({ length: 10_400 }, (_, index) => accept(index)));
  const kept = outcomes.filter((outcome) => outcome === "kept").length;
  expect(new Set(outcomes)).toEqual(new Set(["kept", "SpoolFull"]));
  // Signals that arrived together are kept or refused together.
  expect(kept).toBeGreaterThan(9500);
  expect(kept).toBeLessThanOrEqual(10_000);
  proxy.pass();
  intake.start();
  await expect
    .poll(
      async () =>
        (await run`select count(*)::int from heartbeat_signals where user_agent like 'spooled-%'`)[0]?.count,
    )
    .toBe(kept);
  await intake.stop();
  await closePool();
  setEnv({ DATABASE_URL: url });
});
