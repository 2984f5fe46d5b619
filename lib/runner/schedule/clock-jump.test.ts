import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import { program } from "@/lib/testing/program";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startConfiguredControl } from "@/lib/testing/runners/scripted-control";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// A real runner process whose wall clock is moved; its monotonic clock continues. On Debian: apt-get install
const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const MONITORS = 60;
const INTERVAL_SECONDS = 10;
const NOMINAL = MONITORS / INTERVAL_SECONDS;
const WATCH_MS = 3000;

let runner: ChildProcess | undefined;
let control: ScriptedControl | undefined;
let target: RawServer | undefined;
const folder = mkdtempSync(path.join(tmpdir(), "vedette-clock-"));
afterEach(async () => {
  runner?.kill("SIGKILL");
  await control?.stop();
  await target?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const taken: CheckResult[] = [];

async function startControl(url: string): Promise<ScriptedControl> {
  const monitors = Array.from({ length: MONITORS }, (_, index) =>
    monitorConfig({ url }, { id: index + 1, interval_seconds: INTERVAL_SECONDS }),
  );
  const config = runnerConfig({ monitors });
  return startConfiguredControl(config, (call) => {
    const { results } = call.body as ResultBatch;
    taken.push(...results);
    return acceptedAll(results.length);
  });
}

/** Returns the runner's checks during the given time. */
async function watch(ms: number): Promise<CheckResult[]> {
  taken.length = 0;
  await new Promise((resolve) => setTimeout(resolve, ms));
  return [...taken];
}

it.skipIf(!existsSync(LIBRARY))(
  "continues after clock jumps of +1 h, +1 d, and −1 h without a burst, a standstill, or a repeated slot (skipped without Debian's faketime)",
  async () => {
    target = await startRawServer((socket) =>
      socket.once("data", () =>
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
      ),
    );
    control = await startControl(`http://127.0.0.1:${target.port}/`);
    const file = path.join(folder, "clock");
    writeFileSync(file, "+0");
    runner = spawn(process.execPath, [program("lib/runner/main.ts")], {
      env: {
        ...process.env,
        CONTROL_URL: control.origin,
        RUNNER_TOKEN: "token",
        DATA_DIR: path.join(folder, "data"),
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: "1",
        DONT_FAKE_MONOTONIC: "1",
      },
      stdio: "ignore",
    });
    await expect.poll(() => taken.length).toBeGreaterThan(0);
    const slots = new Set<string>();
    for (const offset of ["+0", "+1h", "+1d", "-1h"]) {
      writeFileSync(file, offset);
      await watch(2000);
      const seen = await watch(WATCH_MS);
      const checked = seen.filter(({ outcome }) => outcome !== "missed");
      const nominal = (NOMINAL * WATCH_MS) / 1000;
      process.stdout.write(
        `clock ${offset}: ${checked.length} checks in ${WATCH_MS} ms (nominal ${nominal}), ${seen.length - checked.length} missed\n`,
      );
      expect(checked.length, offset).toBeGreaterThan(nominal / 3);
      expect(checked.length, offset).toBeLessThan(nominal * 2);
      expect(seen.length - checked.length).toBe(0);
      // The times stay the server's.
      const offBy = checked.map(({ scheduled_at }) => Math.abs(Date.parse(scheduled_at) - Date.now()));
      expect(Math.max(...offBy)).toBeLessThan(15_000);
      for (const { monitor, scheduled_at } of checked) {
        expect(slots.has(`${monitor} ${scheduled_at}`)).toBe(false);
        slots.add(`${monitor} ${scheduled_at}`);
      }
    }
  },
  120_000,
);
