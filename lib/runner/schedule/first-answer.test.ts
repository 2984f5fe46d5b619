import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import { Runner } from "@/lib/runner/runner";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startConfiguredControl } from "@/lib/testing/runners/scripted-control";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

const NEVER_MS = 3_600_000;

let target: RawServer;
let control: ScriptedControl;
let folder: string;
let isReachable: boolean;
let results: CheckResult[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-first-answer-"));
  [isReachable, results] = [false, []];
  target = await startRawServer((socket) => socket.end());
  const request = { host: "127.0.0.1", port: target.port, connection: "plain" };
  const config = runnerConfig({
    monitors: [monitorConfig(request, { protocol: "tcp", never_checked: true })],
  });
  control = await startConfiguredControl(config, ({ body }) => {
    if (!isReachable) return null;
    results.push(...(body as ResultBatch).results);
    return acceptedAll(results.length);
  });
});

afterEach(async () => {
  await control.stop();
  await target.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(firstAnswerMs: number): Runner {
  const options = { controlUrl: control.origin, token: "token", dataDir: folder, firstAnswerMs };
  const runner = new Runner({ ...options, connectivityChecks: [], knownNames: [] });
  runner.start();
  return runner;
}

async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await pause(10);
}

const isConfigured = () => control.calls.some(({ url }) => url.searchParams.get("since") === "1");

test("checks nothing before the server has said the time", async () => {
  const runner = start(NEVER_MS);
  await until(isConfigured);
  expect(target.connections()).toBe(0);
  isReachable = true;
  await until(() => results.length > 0);
  await runner.stop();
});

test("checks by its own clock when the server doesn't answer", async () => {
  const runner = start(1);
  await until(() => target.connections() > 0);
  isReachable = true;
  await runner.stop();
  expect(results.length).toBeGreaterThan(0);
});
