import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/check";
import { monotonicMs } from "@/lib/shared/clock";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/scripted-control";
import { LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { Runner } from "./runner";

// A runner that is stopped while its checks run (F29). Both targets are checked as soon as it starts.
const [QUICK, STUCK] = [1, 2];

let targets: RawServer[];
let control: ScriptedControl;
let folder: string;
let results: CheckResult[];
let asked: number;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-last-"));
  [results, asked] = [[], 0];
  const answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
  targets = await Promise.all([
    startRawServer((socket) =>
      socket.once("data", () => {
        asked += 1;
        setTimeout(() => socket.end(answer), 400);
      }),
    ),
    startRawServer((socket) =>
      socket.once("data", () => {
        asked += 1;
      }),
    ),
  ]);
  const monitors = targets.map(({ port }, index) =>
    monitorConfig(
      { url: `http://127.0.0.1:${port}/` },
      { id: index + 1, interval_seconds: 3600, never_checked: true, timeout_ms: 10_000 },
    ),
  );
  const limits = { concurrency: 100, private_targets: LOOPBACK, user_agent: "Vedette/test" };
  const regions = ["eu-deu-fra"];
  const config = { epoch: "e", version: 1, snapshot: true, regions, monitors, removed: [], limits };
  control = await startScriptedControl(({ method, url, body }) => {
    if (method === "GET" && url.pathname.endsWith("/config"))
      return url.searchParams.get("since") === "0" ? { status: 200, body: config } : "hang";
    if (method === "GET") return "hang";
    results.push(...(body as ResultBatch).results);
    return { status: 200, body: { accepted: 0, rechecks: [] } };
  });
});

afterEach(async () => {
  await control.stop();
  await Promise.all(targets.map((target) => target.stop()));
  rmSync(folder, { recursive: true, force: true });
});

it("a check that ends a moment after the stop is handed in, one that goes on holds nothing up", async () => {
  const runner = new Runner({
    controlUrl: control.origin,
    token: "t",
    dataDir: folder,
    anchors: [],
    witnesses: [],
  });
  runner.start();
  await expect.poll(() => asked, { timeout: 5000, interval: 10 }).toBe(2);
  const startMs = monotonicMs();
  await runner.stop();
  const tookMs = monotonicMs() - startMs;
  expect(results.map(({ monitor, outcome }) => [monitor, outcome])).toEqual([[QUICK, "up"]]);
  expect(results.some(({ monitor }) => monitor === STUCK)).toBe(false);
  expect(tookMs).toBeLessThan(2000);
});
