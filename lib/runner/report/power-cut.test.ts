import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CheckResult, RunnerConfig } from "@/lib/contract/checks/check";
import { Control } from "@/lib/runner/config/control";
import { ConfigSync } from "@/lib/runner/config/sync";
import { PowerCut } from "@/lib/testing/power-cut";
import { check, monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { Spool } from "./spool";

const START_MS = 1_700_000_000_000;

let base: string;
let folder: string;
let disk: PowerCut;
let sample: CheckResult;

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), "vedette-power-"));
  folder = path.join(base, "spool");
  disk = new PowerCut(folder);
  sample = await check(monitorConfig({ url: "http://10.0.0.1/" }));
  await disk.watch();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(base, { recursive: true, force: true });
});

function addTo(spool: Spool, monitor: number): void {
  spool.add({ ...sample, monitor }, START_MS + monitor);
}

/** Returns the monitors whose results a runner that starts in a folder finds. */
function monitorsIn(where: string): number[] {
  const spool = new Spool(where);
  const seen: number[] = [];
  for (let batch = spool.first(START_MS); batch; batch = spool.first(START_MS)) {
    for (const text of batch.lines.texts()) seen.push((JSON.parse(text) as CheckResult).monitor);
    spool.acknowledged(batch.file);
  }
  return seen;
}

/** Returns what a power cut at this moment leaves. */
function survivors(): number[] {
  const copy = mkdtempSync(path.join(base, "after-"));
  disk.survivors(copy);
  return monitorsIn(copy);
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it("loses at most the last second of unimportant results in a power cut", async () => {
  const spool = new Spool(folder);
  const added: { monitor: number; atMs: number }[] = [];
  const beganMs = performance.now();
  // Several files, because a batch is 500 results.
  for (let monitor = 1; monitor <= 1300; monitor += 1) {
    addTo(spool, monitor);
    spool.syncSoon(false);
    added.push({ monitor, atMs: performance.now() });
    if (monitor % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const syncedBy = performance.now() - 1000;
  await expect
    .poll(survivors)
    .toEqual(
      expect.arrayContaining(added.filter(({ atMs }) => atMs < syncedBy).map(({ monitor }) => monitor)),
    );
  // In groups: one file and at most its folder per second, plus files closed in the meantime.
  expect(disk.syncs).toBeLessThan(5 * Math.ceil((performance.now() - beganMs) / 1000) + 5);
});

it("immediately saves a result that changes something, with all earlier ones", async () => {
  const spool = new Spool(folder);
  for (const monitor of upTo(600)) addTo(spool, monitor);
  expect(survivors()).toEqual([]);
  spool.syncSoon(true);
  await expect.poll(survivors).toEqual(upTo(600));
});

it("syncs writes made during a sync in the next one", async () => {
  const spool = new Spool(folder);
  addTo(spool, 1);
  spool.syncSoon(true);
  addTo(spool, 2);
  spool.syncSoon(true);
  addTo(spool, 3);
  await spool.sync();
  expect(survivors()).toEqual([1, 2, 3]);
});

it("continues when the disk confirms nothing, and asks it again", async () => {
  const spool = new Spool(folder);
  const broken = vi.spyOn(disk, "synced").mockRejectedValueOnce(new Error("EIO"));
  addTo(spool, 1);
  await spool.sync();
  expect(survivors()).toEqual([]);
  broken.mockRestore();
  await spool.sync();
  expect(survivors()).toEqual([1]);
});

it("keeps a shrunken batch whole after a power cut, in its old or new form", async () => {
  const spool = new Spool(folder, 100_000);
  for (const monitor of upTo(1600)) addTo(spool, 1 + (monitor % 3));
  await spool.sync();
  const now = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  expect(survivors()).toHaveLength(now.join("").split("\n").filter(Boolean).length);
});

it("reads every intact result of a file that was cut at any byte, filled with zeros or with garbage", () => {
  const spool = new Spool(folder);
  for (const monitor of upTo(20)) addTo(spool, monitor);
  const [name = ""] = readdirSync(folder);
  const file = path.join(folder, name);
  const whole = readFileSync(file);
  const ends = upTo(20).map(
    (monitor) =>
      whole.indexOf(JSON.stringify({ ...sample, monitor })) + JSON.stringify({ ...sample, monitor }).length,
  );
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`power-cut seed ${seed}\n`);
  const zeros = fc.nat(3000).map((length) => Buffer.alloc(length));
  const garbage = fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.nat(whole.length), fc.oneof(zeros, garbage), (end, tail) => {
      writeFileSync(file, Buffer.concat([whole.subarray(0, end), tail]));
      const expected = ends.filter((each) => each + 2 <= end).length;
      const seen = monitorsIn(folder);
      // The last line may be complete without its comma and line end; it's damaged once something else follows.
      expect([expected, expected + 1]).toContain(seen.length);
      expect(seen).toEqual(upTo(seen.length));
    }),
    { seed, numRuns: 300 },
  );
});

it("skips a file that a power cut left empty, and ignores half a rewrite", () => {
  const spool = new Spool(folder);
  for (const monitor of upTo(700)) addTo(spool, monitor);
  const [first = ""] = readdirSync(folder).sort();
  writeFileSync(path.join(folder, first), "");
  writeFileSync(path.join(folder, `${first}.new`), "{");
  expect(monitorsIn(folder)).toEqual(upTo(700).slice(500));
  expect(readdirSync(folder)).toEqual([]);
});

it("keeps either the old or the new configuration after a power cut, never a part", async () => {
  vi.restoreAllMocks();
  disk = new PowerCut(base);
  await disk.watch();
  const kept: RunnerConfig[] = [];
  const sink = {
    replace: (given: RunnerConfig) => void kept.push(given),
    change: () => {},
    forget: () => {},
  };
  const control = new Control("http://127.0.0.1:1", "token");
  const config = (version: number) =>
    runnerConfig({
      version,
      monitors: upTo(1200).map((id) => monitorConfig({ url: "http://127.0.0.1/" }, { id })),
    });
  const sync = new ConfigSync(control, path.join(base, "config.json"), sink);
  const copies: string[] = [];
  const cut = () => {
    const copy = path.join(tmpdir(), path.basename(base), `after-${copies.length}`);
    disk.survivors(copy);
    copies.push(copy);
  };
  expect(await sync.keep(config(1))).toBe(true);
  cut();
  const noted = disk.synced.bind(disk);
  vi.spyOn(disk, "synced").mockImplementation(async (handle) => {
    await noted(handle);
    cut();
  });
  expect(await sync.keep(config(2))).toBe(true);
  for (const copy of copies)
    expect(new ConfigSync(control, path.join(copy, "config.json"), sink).restore()).toBe(true);
  expect(new Set(kept.map(({ version, monitors }) => `${version} ${monitors.length}`))).toEqual(
    new Set(["1 1200", "2 1200"]),
  );
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});
