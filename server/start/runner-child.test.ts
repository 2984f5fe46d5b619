import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import { RUNNER_NODE_OPTIONS } from "@/lib/runner/config/process";
import { RUNNER_HOLDER_FILE, SERVER_FILE } from "@/lib/runner/config/server-file";
import { isAlive } from "@/lib/shared/process-identity";
import { program } from "@/lib/testing/program";
import { builtInRunnerAt } from "@/lib/testing/runners/built-in-runner";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startConfiguredControl } from "@/lib/testing/runners/scripted-control";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { builtInRunner, RunnerChild } from "./runner-child";

// Real processes: servers that are killed, and the runner they leave behind.
const STARTED = { interval: 20 };

let folder: string;
let target: Server;
let controls: ScriptedControl[];
let results: CheckResult[];
/** PIDs of the runners that reported, in order. */
let pids: number[];
let crashing: ChildProcess[];
let kept: RunnerChild | null;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-left-"));
  [controls, results, pids, crashing, kept] = [[], [], [], [], null];
  target = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  for (const server of crashing) server.kill("SIGKILL");
  await kept?.stop();
  // Removing the file ends runners that a failed test left behind.
  rmSync(folder, { recursive: true, force: true });
  for (const control of controls) await control.stop();
  target.close();
});

/** Answers the runner like a server: one monitor, checked every second. */
async function control(): Promise<ScriptedControl> {
  const { port } = target.address() as AddressInfo;
  const monitor = monitorConfig({ url: `http://127.0.0.1:${port}/` }, { interval_seconds: 1 });
  const config = runnerConfig({ monitors: [monitor] });
  const started = await startConfiguredControl(config, ({ body }) => {
    const batch = body as ResultBatch;
    results.push(...batch.results);
    const pid = Number(/ process (\d+) on /.exec(batch.report.instance)?.[1]);
    if (pids.at(-1) !== pid) pids.push(pid);
    return acceptedAll(batch.results.length);
  });
  controls.push(started);
  return started;
}

async function crashingServer(controlUrl: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [program("lib/testing/runners/crashing-server.ts"), folder, controlUrl],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  crashing.push(child);
  const before = results.length;
  await expect.poll(() => results.length, STARTED).toBeGreaterThan(before + 1);
  return child;
}

async function crash(server: ChildProcess): Promise<void> {
  server.kill("SIGKILL");
  await once(server, "exit");
}

/** The seconds in which checks were due, without repeats of results that were sent twice. */
const slots = () =>
  [...new Map(results.map((result) => [result.scheduled_at, result])).keys()]
    .map((at) => Date.parse(at) / 1000)
    .sort((one, other) => one - other);

test("starts the runner with its own memory limits", () => {
  const child = builtInRunner(1, "token").spawn(true);
  child.kill("SIGKILL");
  expect(child.spawnargs).toEqual(expect.arrayContaining([...RUNNER_NODE_OPTIONS]));
});

test("keeps the runner of a killed server, and the next server adopts it without a missed or repeated check", async () => {
  const first = await control();
  // Killed twice: the second server has adopted the runner itself.
  for (let times = 1; times <= 2; times += 1) await crash(await crashingServer(first.origin));
  await first.stop();
  controls = [];
  await pause(3000);
  const second = await control();
  const before = results.length;
  kept = new RunnerChild(builtInRunnerAt(folder, second.origin));
  await expect.poll(() => results.length, STARTED).toBeGreaterThan(before + 5);
  expect(pids).toHaveLength(1);
  const seen = slots();
  expect(seen).toEqual(seen.map((_, at) => (seen[0] ?? 0) + at));
  expect(results.filter(({ outcome }) => outcome !== "up")).toEqual([]);
  const made = results.map(({ scheduled_at, started_at }) => `${scheduled_at} ${started_at}`);
  expect(new Set(made).size).toBe(seen.length);

  await kept.stop();
  kept = null;
  expect(isAlive(pids[0] ?? 0)).toBe(false);
  for (const name of [SERVER_FILE, RUNNER_HOLDER_FILE])
    expect(existsSync(path.join(folder, name))).toBe(false);
});

test("replaces a runner of another version or with other settings", async () => {
  const { origin } = await control();
  await crash(await crashingServer(origin));
  kept = new RunnerChild(builtInRunnerAt(folder, origin, "another program"));
  await expect.poll(() => pids.length, STARTED).toBe(2);
  expect(isAlive(pids[0] ?? 0)).toBe(false);
});

test("adopts no runner of a running server, and an orphaned runner ends with its data directory", async () => {
  const { origin } = await control();
  const server = await crashingServer(origin);
  const text = readFileSync(path.join(folder, SERVER_FILE), "utf8");
  const second = new RunnerChild(builtInRunnerAt(folder, origin));
  await pause(5000);
  expect(readFileSync(path.join(folder, SERVER_FILE), "utf8")).toBe(text);
  expect(pids).toHaveLength(1);
  await second.stop();
  const [runner = 0] = pids;
  expect(isAlive(runner)).toBe(true);

  await crash(server);
  rmSync(folder, { recursive: true, force: true });
  await expect.poll(() => isAlive(runner), STARTED).toBe(false);
});
