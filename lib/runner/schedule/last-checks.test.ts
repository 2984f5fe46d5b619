import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import { RUNNER_STOP_MS } from "@/lib/runner/config/process";
import { Spool } from "@/lib/runner/report/spool";
import { Runner } from "@/lib/runner/runner";
import { monotonicMs } from "@/lib/shared/clock";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startConfiguredControl } from "@/lib/testing/runners/scripted-control";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// A runner that is stopped during its checks. All targets are checked as soon as it starts.
const [QUICK, SLOW, STUCK] = [1, 2, 3];
const DELAY_MS: Record<number, number> = { [QUICK]: 400, [SLOW]: 2500 };

let targets: RawServer[];
let control: ScriptedControl;
let folder: string;
let results: CheckResult[];
let asked: number;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-last-"));
  [results, asked] = [[], 0];
  const answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
  targets = await Promise.all(
    [QUICK, SLOW, STUCK].map((monitor) =>
      startRawServer((socket) =>
        socket.once("data", () => {
          asked += 1;
          const delayMs = DELAY_MS[monitor];
          if (delayMs !== undefined) setTimeout(() => socket.end(answer), delayMs);
        }),
      ),
    ),
  );
  const monitors = targets.map(({ port }, index) =>
    monitorConfig(
      { url: `http://127.0.0.1:${port}/` },
      { id: index + 1, interval_seconds: 3600, never_checked: true, timeout_ms: 10_000 },
    ),
  );
  const config = runnerConfig({ monitors });
  control = await startConfiguredControl(config, ({ body }) => {
    results.push(...(body as ResultBatch).results);
    return acceptedAll(0);
  });
});

afterEach(async () => {
  await control.stop();
  await Promise.all(targets.map((target) => target.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function started(): Promise<Runner> {
  const runner = new Runner({
    controlUrl: control.origin,
    token: "t",
    dataDir: folder,
    connectivityChecks: [],
    knownNames: [],
  });
  runner.start();
  await expect.poll(() => asked, { interval: 10 }).toBe(3);
  return runner;
}

const outcomes = (of: readonly CheckResult[]) => of.map(({ monitor, outcome }) => [monitor, outcome]).sort();

it("sends checks that finish within five seconds of the stop, and records later ones as missed, not failed", async () => {
  const runner = await started();
  const startMs = monotonicMs();
  await runner.stop();
  const tookMs = monotonicMs() - startMs;
  expect(outcomes(results)).toEqual([
    [QUICK, "up"],
    [SLOW, "up"],
    [STUCK, "missed"],
  ]);
  expect(tookMs).toBeLessThan(RUNNER_STOP_MS);
});

it("keeps the last results on disk when the server is gone, including missed checks", async () => {
  const runner = await started();
  await control.stop();
  await runner.stop(1000);
  const spool = new Spool(path.join(folder, "spool"));
  const kept: CheckResult[] = [];
  for (let batch = spool.first(0); batch; batch = spool.first(0)) {
    kept.push(...batch.lines.texts().map((text) => JSON.parse(text) as CheckResult));
    spool.acknowledged(batch.file);
  }
  expect(outcomes(kept)).toEqual([
    [QUICK, "up"],
    [SLOW, "missed"],
    [STUCK, "missed"],
  ]);
});
