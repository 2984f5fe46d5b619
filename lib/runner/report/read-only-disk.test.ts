import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import { Runner } from "@/lib/runner/runner";
import { type FolderLock, lockFolder } from "@/lib/shared/folder-lock";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startConfiguredControl } from "@/lib/testing/runners/scripted-control";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { Spool } from "./spool";

let target: RawServer;
let control: ScriptedControl;
let folder: string;
let disk: string;
let isReachable: boolean;
let results: CheckResult[];

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "ignore" });

/** Returns whether this machine lets tests mount a file system. */
function canMount(): boolean {
  const probe = mkdtempSync(path.join(tmpdir(), "vedette-mount-"));
  try {
    mount(probe);
    run("umount", path.join(probe, "disk"));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function mount(within: string): string {
  const [image, at] = [path.join(within, "image"), path.join(within, "disk")];
  mkdirSync(at);
  run("truncate", "-s", "20M", image);
  run("mkfs.ext4", "-q", "-F", image);
  run("mount", "-o", "loop,errors=remount-ro", image, at);
  return at;
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-read-only-"));
  [isReachable, results] = [true, []];
  target = await startRawServer((socket) => socket.end());
  const request = { host: "127.0.0.1", port: target.port, connection: "plain" };
  const config = runnerConfig({
    monitors: [monitorConfig(request, { protocol: "tcp", interval_seconds: 1, never_checked: true })],
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
  run("umount", "-l", disk);
  rmSync(folder, { recursive: true, force: true });
});

const until = async (isMet: () => boolean) => {
  while (!isMet()) await pause(10);
};

test.skipIf(!canMount())("a disk that becomes read-only loses no result and ends no runner", async () => {
  disk = mount(folder);
  const lock: FolderLock = await lockFolder(disk, { what: "a runner" });
  const options = { controlUrl: control.origin, token: "token", dataDir: disk, firstAnswerMs: 1 };
  const runner = new Runner({ ...options, connectivityChecks: [], knownNames: [] });
  runner.start();
  await until(() => results.length > 0);
  isReachable = false;
  const before = target.connections();
  await until(() => target.connections() > before);
  run("mount", "-o", "remount,abort", disk);
  const during = target.connections();
  await until(() => target.connections() > during + 1);
  isReachable = true;
  const known = new Set<string>();
  await until(() => {
    for (const { scheduled_at } of results) known.add(scheduled_at);
    return known.size >= during + 1;
  });
  await runner.stop();
  expect(() => lock.release()).not.toThrow();
  expect(() => new Spool(path.join(disk, "another"))).not.toThrow();
  // Nothing is created twice, so a result is missing exactly if there are fewer than checks.
  expect(known.size).toBeGreaterThanOrEqual(during + 1);
});
