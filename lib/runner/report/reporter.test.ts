import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import { pause } from "@/lib/runner/config/back-off";
import { monotonicMs } from "@/lib/shared/clock";
import { delivered, useReporter } from "@/lib/testing/runners/reporter";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/runners/scripted-control";
import { keepInMemory } from "./reporter";
import { Spool } from "./spool";

const scene = useReporter();
const { numbered, reporter } = scene;

it("keeps results on disk while the server refuses, and replays them in order", async () => {
  let away = true;
  scene.server = await startScriptedControl(() => (away ? { status: 503, body: {} } : acceptedAll(1)));
  const first = reporter(scene.server.origin);
  for (const monitor of [1, 2, 3]) first.add(numbered(monitor));
  await first.finish();
  expect(readdirSync(scene.folder)).toHaveLength(1);
  away = false;
  scene.server.calls.length = 0;
  // Another process, which only knows what is on disk.
  const stopping = new AbortController();
  const second = reporter(scene.server.origin, () => {
    if (delivered(scene.server as ScriptedControl).length >= 4) stopping.abort();
  });
  second.add(numbered(4));
  await second.run(stopping.signal);
  expect(delivered(scene.server)).toEqual([1, 2, 3, 4]);
  expect(readdirSync(scene.folder)).toHaveLength(0);
});

it("writes results to disk immediately, so that a runner killed while the server hangs loses none", async () => {
  let hangs = true;
  const stopping = new AbortController();
  scene.server = await startScriptedControl(() => (hangs ? "hang" : acceptedAll(1)));
  const killed = reporter(scene.server.origin);
  const end = new AbortController();
  killed.add(numbered(1));
  const running = killed.run(end.signal);
  await expect.poll(() => scene.server?.calls.length).toBe(1);
  for (const monitor of [2, 3]) killed.add(numbered(monitor));
  // What a kill leaves: the files, the last one damaged by a machine crash.
  const left = readdirSync(scene.folder).sort();
  writeFileSync(path.join(scene.folder, left.at(-1) ?? ""), '{"monitor":4,"reg', { flag: "a" });
  const other = mkdtempSync(path.join(tmpdir(), "vedette-report-"));
  cpSync(scene.folder, other, { recursive: true });
  end.abort();
  await running;
  hangs = false;
  scene.server.calls.length = 0;
  const next = reporter(
    scene.server.origin,
    () => {
      if (delivered(scene.server as ScriptedControl).length >= 3) stopping.abort();
    },
    other,
  );
  await next.run(stopping.signal);
  expect(delivered(scene.server)).toEqual([1, 2, 3]);
  expect(readdirSync(other)).toEqual([]);
  rmSync(other, { recursive: true });
});

it("keeps the batch when the connection is cut before the response", async () => {
  let cuts = 1;
  const stopping = new AbortController();
  scene.server = await startScriptedControl(() => {
    cuts -= 1;
    return cuts >= 0 ? null : acceptedAll(1);
  });
  const own = reporter(scene.server.origin, () => stopping.abort());
  own.add(numbered(9));
  await own.run(stopping.signal);
  expect(delivered(scene.server)).toEqual([9, 9]);
});

it("delays a healthy monitor's success for others, and sends everything waiting with a failure, in order", async () => {
  const sentMs: number[] = [];
  const stopping = new AbortController();
  scene.server = await startScriptedControl(() => {
    sentMs.push(monotonicMs());
    return acceptedAll(1);
  });
  const own = reporter(scene.server.origin);
  const running = own.run(stopping.signal);
  await expect.poll(() => sentMs.length).toBe(1);
  await pause(300, stopping.signal);
  const startMs = monotonicMs();
  own.add(numbered(1), "calm");
  await pause(400, stopping.signal);
  own.add(numbered(2), "calm");
  expect(sentMs).toHaveLength(1);
  await expect.poll(() => delivered(scene.server as ScriptedControl), { timeout: 8000 }).toEqual([1, 2]);
  expect((sentMs[1] ?? 0) - startMs).toBeGreaterThan(3900);
  await pause(300, stopping.signal);
  const failedMs = monotonicMs();
  own.add(numbered(3), "calm");
  own.add({ ...numbered(4), outcome: "down" });
  await expect.poll(() => delivered(scene.server as ScriptedControl)).toEqual([1, 2, 3, 4]);
  expect((sentMs[2] ?? 0) - failedMs).toBeLessThan(900);
  stopping.abort();
  await running;
});

it("sends a result that may change something sooner than a failure like the one before", async () => {
  const stopping = new AbortController();
  let heard: () => void = () => undefined;
  scene.server = await startScriptedControl(() => ({ status: 200, body: { accepted: 1, rechecks: [] } }));
  // Called when a batch is acknowledged.
  const own = reporter(scene.server.origin, () => heard());
  const running = own.run(stopping.signal);
  const tookMs = async (urgency: "news" | "known") => {
    await new Promise<void>((resolve) => {
      heard = resolve;
      own.callNow();
    });
    const startMs = monotonicMs();
    await new Promise<void>((resolve) => {
      heard = resolve;
      own.add(numbered(1), urgency);
    });
    return monotonicMs() - startMs;
  };
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) ratios.push((await tookMs("known")) / (await tookMs("news")));
  stopping.abort();
  await running;
  expect(Math.max(...ratios)).toBeGreaterThan(2);
});

it("sends results that wait next to an earlier process's batch without waiting for the heartbeat", async () => {
  const other = new Spool(scene.folder);
  other.add(numbered(1), 1_600_000_000_000);
  const stopping = new AbortController();
  scene.server = await startScriptedControl(() => acceptedAll(1));
  const own = reporter(scene.server.origin, () => {
    if (delivered(scene.server as ScriptedControl).length >= 2) stopping.abort();
  });
  own.add(numbered(2), "calm");
  const startMs = monotonicMs();
  await own.run(stopping.signal);
  expect(delivered(scene.server)).toEqual([1, 2]);
  expect(monotonicMs() - startMs).toBeLessThan(5000);
});

it("sends at most 500 results per batch", async () => {
  const stopping = new AbortController();
  scene.server = await startScriptedControl(() => acceptedAll(1));
  const own = reporter(scene.server.origin, () => {
    if (delivered(scene.server as ScriptedControl).length >= 1200) stopping.abort();
  });
  for (let monitor = 1; monitor <= 1200; monitor += 1) own.add(numbered(monitor));
  await own.run(stopping.signal);
  expect(scene.server.calls.map(({ body }) => (body as ResultBatch).results.length)).toEqual([500, 500, 200]);
});

it("keeps results in memory while the disk refuses writes, and sends them in order when the server is back", async () => {
  let away = true;
  scene.server = await startScriptedControl(() => (away ? { status: 503, body: {} } : acceptedAll(1)));
  const stopping = new AbortController();
  const own = reporter(scene.server.origin, () => {
    if (delivered(scene.server as ScriptedControl).length >= 3) stopping.abort();
  });
  rmSync(scene.folder, { recursive: true });
  writeFileSync(scene.folder, "not a folder any more");
  for (const monitor of [1, 2, 3]) own.add(numbered(monitor));
  const refused = new AbortController();
  setTimeout(() => refused.abort(), 600);
  await own.run(refused.signal);
  expect(scene.server.calls.length).toBeGreaterThan(0);
  away = false;
  scene.server.calls.length = 0;
  await own.run(stopping.signal);
  expect(delivered(scene.server)).toEqual([1, 2, 3]);
});

it("limits memory: first drops results that no decision needs, then the oldest, and keeps the order", () => {
  const made = (outcome: CheckResult["outcome"], monitors: readonly number[]) =>
    monitors.map((monitor): CheckResult => ({ ...numbered(1), outcome, status_code: monitor }));
  const results = [
    ...made("up", [101, 102, 103, 104, 105, 106, 107]),
    ...made("down", [108, 109, 110, 111, 112, 113, 114]),
    ...made("up", [115]),
  ];
  const kept = (max: number) => keepInMemory(results, max).map(({ status_code }) => (status_code ?? 0) - 100);
  const [healthy, failing] = [
    [1, 2, 3, 4, 5],
    [8, 9, 10, 11, 12],
  ];
  expect(kept(15)).toHaveLength(15);
  expect(kept(14)).toEqual([...healthy, 7, ...failing, 13, 14, 15]);
  expect(kept(13)).toEqual([...healthy, ...failing, 13, 14, 15]);
  expect(kept(12)).toEqual([...healthy, ...failing, 14, 15]);
  expect(kept(11)).toEqual([...healthy, ...failing, 15]);
  expect(kept(3)).toEqual([11, 12, 15]);
});

it("survives a disk that deletes nothing; sent results are sent again after a restart", async () => {
  const stopping = new AbortController();
  let answered = 0;
  scene.server = await startScriptedControl(() => {
    answered += 1;
    for (const file of readdirSync(scene.folder)) {
      // Can't be unlinked, even by root, who ignores permissions.
      rmSync(path.join(scene.folder, file), { recursive: true });
      mkdirSync(path.join(scene.folder, file));
    }
    return acceptedAll(1);
  });
  const own = reporter(scene.server.origin, () => {
    if (answered === 2) stopping.abort();
    else own.add(numbered(2));
  });
  own.add(numbered(1));
  await own.run(stopping.signal);
  expect(delivered(scene.server)).toEqual([1, 2]);
});

it("splits large results into as many pieces as the server needs, in order", async () => {
  const sizes: number[] = [];
  scene.server = await startScriptedControl(({ body }) => {
    sizes.push(Buffer.byteLength(JSON.stringify(body)));
    return acceptedAll(1);
  });
  const names = Array.from({ length: 100 }, (_, index) => `host-${index}.a-long-name.example.com`);
  const certificate = {
    fingerprint_sha256: "AA",
    serial_number: "1",
    subject_common_name: null,
    subject_alternative_names: names,
    issuer_common_name: null,
    issuer_organization: null,
    not_before: "2026-01-01T00:00:00.000Z",
    not_after: "2027-01-01T00:00:00.000Z",
  };
  const all = reporter(scene.server.origin);
  for (let id = 1; id <= 500; id += 1) all.add({ ...numbered(id), certificate });
  await all.finish();
  expect(delivered(scene.server)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  expect(sizes.length).toBeGreaterThan(1);
});

it("does not put new results before old ones after the clock was set back, even after a restart", () => {
  const before = new Spool(scene.folder);
  before.add(numbered(1), 1_700_003_600_000);
  before.add(numbered(2), 1_700_000_000_000);
  const after = new Spool(scene.folder);
  after.add(numbered(3), 1_700_000_000_001);
  const seen: number[] = [];
  const again = new Spool(scene.folder);
  const next = () => again.first(1_700_000_000_002);
  for (let batch = next(); batch; batch = next()) {
    seen.push(...batch.lines.texts().map((text) => (JSON.parse(text) as CheckResult).monitor));
    again.acknowledged(batch.file);
  }
  expect(seen).toEqual([1, 2, 3]);
});
