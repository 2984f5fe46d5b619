import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { Spool } from "./spool";

const START_MS = 1_700_000_000_000;
const STEP_MS = 30_000;

let folder: string;
let sample: CheckResult;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-spool-"));
  sample = await check(monitorConfig({ url: "http://10.0.0.1/" }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Seen = [monitor: number, step: number, outcome: CheckResult["outcome"]];

/** Fills a spool with what 100 monitors showed in 200 rounds while the server was unavailable. */
function fill(spool: Spool, outcome: (monitor: number, step: number) => CheckResult["outcome"]): void {
  for (let step = 0; step < 200; step += 1)
    for (let monitor = 1; monitor <= 100; monitor += 1) {
      const slot = START_MS + step * STEP_MS;
      const scheduled_at = new Date(slot).toISOString();
      spool.add({ ...sample, monitor, scheduled_at, outcome: outcome(monitor, step) }, slot);
    }
}

function drain(spool: Spool): Seen[] {
  const seen: Seen[] = [];
  for (let batch = spool.first(START_MS); batch; batch = spool.first(START_MS)) {
    for (const text of batch.lines.texts()) {
      const { monitor, scheduled_at, outcome } = JSON.parse(text) as CheckResult;
      seen.push([monitor, (Date.parse(scheduled_at) - START_MS) / STEP_MS, outcome]);
    }
    spool.acknowledged(batch.file);
  }
  return seen;
}

const onDisk = () =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);

it("sends a killed runner's results timed by a corrected clock, with fractions of milliseconds", () => {
  new Spool(folder).add(sample, START_MS + 0.7291);
  const restarted = new Spool(folder);
  expect(restarted.first(START_MS)?.lines.texts()).toHaveLength(1);
});

it("keeps the start and end of each outage in a full spool, and drops the oldest successes", () => {
  const bytesMax = 2_000_000;
  const spool = new Spool(folder, bytesMax);
  const isDown = (monitor: number, step: number) => monitor === 7 && step >= 20 && step < 26;
  fill(spool, (monitor, step) => (isDown(monitor, step) ? "down" : "up"));
  expect(onDisk()).toBeLessThan(bytesMax * 1.15);
  const seen = drain(spool);
  const steps = (outcome: string) =>
    seen
      .filter(([monitor, step, was]) => monitor === 7 && step < 60 && was === outcome)
      .map(([, step]) => step);
  expect(steps("down")).toEqual([20, 21, 22, 23, 24, 25]);
  expect(steps("up")).toEqual([0, 1, 2, 3, 4, 26, 27, 28, 29, 30]);
  expect(seen.filter(([, step]) => step === 199)).toHaveLength(100);
});

it("stays limited when everything fails for hours, and keeps each outage's start and end", () => {
  const bytesMax = 2_000_000;
  const spool = new Spool(folder, bytesMax);
  fill(spool, (monitor, step) => (step < 100 + (monitor % 2) ? "down" : step < 110 ? "up" : "down"));
  expect(onDisk()).toBeLessThan(bytesMax * 1.15);
  const seen = drain(spool);
  for (let monitor = 1; monitor <= 100; monitor += 1) {
    const steps = seen.filter(([of]) => of === monitor).map(([, step]) => step);
    const back = 100 + (monitor % 2);
    expect(steps).toEqual(expect.arrayContaining([0, 4, back, back + 4, 110, 114, 199]));
  }
});

it("drops its oldest batches when it contains only needed results", () => {
  const bytesMax = 500_000;
  const spool = new Spool(folder, bytesMax);
  fill(spool, (_, step) => (step % 2 === 0 ? "down" : "up"));
  expect(onDisk()).toBeLessThan(bytesMax * 1.7);
  const seen = drain(spool);
  expect(seen.at(-1)).toEqual([100, 199, "up"]);
});

it("reuses the buffer of a sent batch without mixing up results in memory, in transit, or on disk", () => {
  const spool = new Spool(folder);
  const [added, seen]: [string[], string[]] = [[], []];
  const add = (count: number, length: number) => {
    for (let each = 0; each < count; each += 1) {
      const result = { ...sample, monitor: added.length + 1, warnings: ["é".repeat(length)] };
      spool.add(result, START_MS);
      added.push(JSON.stringify(result));
    }
  };
  const rooms = new Set<ArrayBufferLike>();
  for (const [count, length] of [
    [500, 400],
    [3, 1],
    [501, 20],
    [1, 300],
  ] as const) {
    add(count, length);
    const batch = spool.first(START_MS);
    if (!batch) throw new Error("there is one");
    // What arrives while a batch is being sent.
    add(2, 7);
    const texts = batch.lines.texts();
    expect(readFileSync(path.join(folder, batch.file), "utf8")).toBe(
      texts.map((text) => `${text},\n`).join(""),
    );
    seen.push(...texts);
    rooms.add(batch.lines.list.buffer);
    spool.acknowledged(batch.file);
  }
  for (let batch = spool.first(START_MS); batch; batch = spool.first(START_MS)) {
    seen.push(...batch.lines.texts());
    rooms.add(batch.lines.list.buffer);
    spool.acknowledged(batch.file);
  }
  expect(seen).toEqual(added);
  expect(rooms.size).toBeLessThanOrEqual(3);
});
