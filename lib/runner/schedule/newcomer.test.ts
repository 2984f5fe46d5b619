import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CheckResult, MonitorConfig, ResultBatch, RunnerConfig } from "@/lib/contract/checks/check";
import { nextSlot, phaseOf, slotAt } from "@/lib/domain/checks/slot";
import { Runner } from "@/lib/runner/runner";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/runners/scripted-control";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// A real runner whose very first configuration contains a monitor created a moment ago.
const INTERVAL_SECONDS = 3600;
const OLD = 10_000;
/** Longer than a test may take, so that no regular check is due meanwhile. */
const FAR_MS = 300_000;

let target: RawServer;
let control: ScriptedControl;
let folder: string;
let results: CheckResult[];
let monitors: MonitorConfig[];
let runners: Runner[];
let rechecks: NonNullable<RunnerConfig["rechecks"]>;
/** Monitors of a second snapshot, after the share changed, and when it was read. */
let gained: MonitorConfig[];
let readAt: Date;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-newcomer-"));
  [results, monitors, runners, rechecks, gained, readAt] = [[], [], [], [], [], new Date()];
  target = await startRawServer((socket) => socket.end());
  control = await startScriptedControl(({ method, url, body }) => {
    if (method === "GET" && url.pathname.endsWith("/config"))
      return configAfter(url.searchParams.get("epoch") ?? "");
    if (method === "GET") return "hang";
    results.push(...(body as ResultBatch).results);
    return acceptedAll((body as ResultBatch).results.length);
  });
});

afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await control.stop();
  await target.stop();
  rmSync(folder, { recursive: true, force: true });
});

function configAfter(epoch: string) {
  if (epoch === "") return { status: 200, body: { ...config(), ...(gained.length > 0 && { rechecks: [] }) } };
  const second = { epoch: "e2", monitors: [...monitors, ...gained], as_of: readAt.toISOString() };
  if (epoch === "e" && gained.length > 0) return { status: 200, body: { ...config(), ...second } };
  return "hang";
}

function config() {
  return runnerConfig({ monitors, rechecks });
}

function tcp(id: number, change: Partial<MonitorConfig> = {}): MonitorConfig {
  const request = { host: "127.0.0.1", port: target.port, connection: "plain" };
  return monitorConfig(request, { id, protocol: "tcp", interval_seconds: INTERVAL_SECONDS, ...change });
}

/** Ids whose regular check isn't due while a test runs. */
function idsFarFromDue(count: number): number[] {
  const nowMs = Date.now();
  const isFar = (id: number) =>
    nextSlot(nowMs, phaseOf(id, "eu-deu-fra", INTERVAL_SECONDS), INTERVAL_SECONDS) - nowMs > FAR_MS;
  const ids: number[] = [];
  for (let id = 1; ids.length < count; id += 1) if (isFar(id)) ids.push(id);
  return ids;
}

/** The ID of a monitor whose regular check was due in the last two seconds. */
function idJustDue(): number {
  const nowMs = Date.now();
  for (let id = 1; ; id += 1) {
    const agoMs = nowMs - slotAt(nowMs, phaseOf(id, "eu-deu-fra", INTERVAL_SECONDS), INTERVAL_SECONDS);
    if (agoMs < 2000) return id;
  }
}

function start(): Runner {
  const runner = new Runner({
    controlUrl: control.origin,
    token: "t",
    dataDir: folder,
    connectivityChecks: [],
    knownNames: [],
  });
  runners.push(runner);
  runner.start();
  return runner;
}

const firstResult = () => expect.poll(() => results.length, { interval: 10 }).toBeGreaterThan(0);

it("immediately checks a monitor created while the runner started; the 10,000 existing ones wait for their slots", async () => {
  const [fresh = 0, ...old] = idsFarFromDue(OLD + 1);
  monitors = [...old.map((id) => tcp(id)), tcp(fresh, { never_checked: true })];
  start();
  await firstResult();
  await pause(1000);
  expect(results.map(({ monitor, outcome }) => [monitor, outcome])).toEqual([[fresh, "up"]]);
});

it("does not check known monitors out of turn after a restart", async () => {
  const ids = idsFarFromDue(3);
  monitors = ids.map((id) => tcp(id, { never_checked: true }));
  const first = start();
  await firstResult();
  await first.stop();
  // A batch whose response was cut off by the stop is sent again, and the server drops the repeats.
  expect(new Set(results.map(({ monitor }) => monitor))).toEqual(new Set(ids));
  results = [];
  start();
  await pause(1500);
  expect(results).toEqual([]);
});

it("runs a pending recheck of a failure on time after a restart, not in the next slot", async () => {
  const [failed = 0, healthy = 0] = idsFarFromDue(2);
  monitors = [tcp(failed), tcp(healthy)];
  const first = start();
  await pause(500);
  await first.stop();
  rechecks = [{ monitor: failed, region: "eu-deu-fra", after_ms: 1000 }];
  const sinceMs = performance.now();
  start();
  await firstResult();
  expect(results.map(({ monitor }) => monitor)).toEqual([failed]);
  expect(performance.now() - sinceMs).toBeGreaterThan(900);
});

it("runs the overdue checks of a share that it gains, but none that it already runs", async () => {
  const [own = 0, overdue = 0, checked = 0] = idsFarFromDue(3);
  monitors = [tcp(own)];
  gained = [tcp(overdue), tcp(checked)];
  rechecks = [own, overdue].map((monitor) => ({ monitor, region: "eu-deu-fra", after_ms: 0 }));
  start();
  await firstResult();
  await pause(1000);
  expect(results.map(({ monitor }) => monitor)).toEqual([overdue]);
});

it("checks once what became due while a gained share was on its way, whether the server calls it overdue or not", async () => {
  for (const isOverdue of [false, true]) {
    [results, readAt] = [[], new Date(Date.now() - 3000)];
    const [own = 0] = idsFarFromDue(1);
    const due = idJustDue();
    [monitors, gained] = [[tcp(own)], [tcp(due)]];
    rechecks = isOverdue ? [{ monitor: due, region: "eu-deu-fra", after_ms: 0 }] : [];
    const runner = start();
    await firstResult();
    await pause(1000);
    expect(results.map(({ monitor }) => monitor)).toEqual([due]);
    await runner.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
