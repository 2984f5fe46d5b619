import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { monotonicMs } from "@/lib/shared/clock";
import { freePort } from "@/lib/testing/processes/ports";
import type { Bench, BenchOptions, Measure } from "./bench";
import { usageOf } from "./checker/processes";
import { SERVER_NODE_OPTIONS } from "./server-options";

const BUNDLE = "dist/server.mjs";
const READY_LIMIT_MS = 60_000;
/** Duration of the work that runs once after a start. The last of it is two full collections, with which V8 returns memory after a minute. */
const SETTLE_MS = 75_000;
const IDLE_MS = 60_000;
/** Percent of a core, without monitors. */
const IDLE_GOAL = 0.5;

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly readyMs: number;
  readonly exited: Promise<number | null>;
}

/** Starts the built server as a user runs it, with all its processes, in its own data directory. */
export async function startServer(
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  if (!existsSync(BUNDLE)) throw new Error(`${BUNDLE} is missing. Run npm run build first.`);
  const port = await freePort();
  const { DATABASE_URL: _own, ...environment } = process.env;
  const began = monotonicMs();
  const child = spawn(process.execPath, [...SERVER_NODE_OPTIONS, BUNDLE], {
    env: { ...environment, ...variables, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir },
    stdio: "ignore",
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the server exited with ${child.exitCode}`);
    if (monotonicMs() - began > READY_LIMIT_MS) throw new Error("the server wasn't ready within a minute");
    await pause(20);
  }
  return { child, port, readyMs: monotonicMs() - began, exited };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/readyz`)).ok;
  } catch {
    return false;
  }
}

export async function withData<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-bench-"));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function end(running: Running): Promise<number | null> {
  running.child.kill("SIGTERM");
  return await running.exited;
}

async function s1(): Promise<Measure[]> {
  return await withData(async (dataDir) => {
    const first = await startServer(dataDir);
    await end(first);
    const second = await startServer(dataDir);
    await end(second);
    const seconds = (ms: number) => Math.round(ms) / 1000;
    return [
      { value: seconds(second.readyMs), unit: "s again", ok: second.readyMs <= 3000, noisy: false },
      { value: seconds(first.readyMs), unit: "s first", ok: first.readyMs <= 8000, noisy: false },
    ];
  });
}

/** Returns the memory of a process and its children, with shared pages counted proportionally (PSS). */
function memoryMb(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended in the meantime.
    }
  }
  const family = [pid];
  for (let at = 0; at < family.length; at += 1)
    for (const [child, parent] of parents) if (parent === family[at]) family.push(child);
  return family.reduce((sum, member) => sum + pssKb(member), 0) / 1024;
}

function pssKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function s2({ quick, calm }: BenchOptions): Promise<Measure[]> {
  if (process.platform !== "linux") return [skipped("MB", "needs /proc")];
  return await withData(async (dataDir) => {
    const running = await startServer(dataDir);
    const pid = running.child.pid ?? 0;
    await Promise.all([pause(quick ? 8_000 : SETTLE_MS), calm]);
    const [beforeS, fromMs] = [usageOf(pid).cpuSeconds, monotonicMs()];
    await pause(quick ? 8_000 : IDLE_MS);
    const share = ((usageOf(pid).cpuSeconds - beforeS) * 100_000) / (monotonicMs() - fromMs);
    const value = memoryMb(pid);
    await end(running);
    const note = "server, PostgreSQL, and runner; proportional set size";
    return [
      { value: Math.round(value), unit: "MB", ok: value <= 300, noisy: false, note },
      { value: share, unit: "% of a core", ok: share <= IDLE_GOAL, noisy: false, note: "the server alone" },
    ];
  });
}

function skipped(unit: string, note: string): Measure {
  return { value: 0, unit, ok: true, noisy: false, skipped: true, note };
}

export const benches: Bench[] = [
  { id: "start", title: "built tree to ready: again · first start", goal: "≤ 3 s · ≤ 8 s", run: s1 },
  {
    id: "idle-server",
    title: "idle: memory of everything, the server's CPU",
    goal: `≤ 300 MB · ${IDLE_GOAL} %`,
    beside: "idle",
    run: s2,
  },
];
