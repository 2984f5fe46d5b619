import { beforeAll, expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { setMonitorPaused } from "@/lib/services/monitors/pause";
import { createMonitor, deleteMonitor } from "@/lib/services/monitors/writes";
import { db } from "@/lib/store/core/pool";
import { forgetDeletedMonitors } from "@/lib/store/monitors/deleted-monitors";
import { check } from "@/lib/testing/checks";
import { batchOf } from "@/lib/testing/runners/reports";
import { makeRunner } from "@/lib/testing/runners/runner-callers";
import { MONITOR, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { postResults, type RunnerCaller } from "./authenticate";
import { runnerConfig } from "./config";
import { revokeRunner } from "./registry";

const scene = useScene("file");
let local: RunnerCaller;
beforeAll(async () => {
  local = await makeRunner("local", null);
});

const never = new AbortController().signal;
const input = () => CreateMonitor.parse(MONITOR);

test("keeps a runner waiting for the first monitor, and sends it at once", async () => {
  const first = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  expect(first).toMatchObject({ version: 0, snapshot: true, monitors: [] });
  const asked = { since: 0, epoch: first.epoch };
  expect((await runnerConfig(local, { ...asked, wait: 0 }, never)).snapshot).toBe(false);
  const waiting = runnerConfig(local, { ...asked, wait: 20 }, never);
  const made = await createMonitor(scene.caller(), input());
  expect((await waiting).monitors.map(({ id }) => id)).toEqual([made.id]);
  expect(await runnerConfig(local, { ...asked, wait: 0 }, never)).toMatchObject({ snapshot: true });
});

test("sends a runner a snapshot, then changes: created, paused, resumed, deleted", async () => {
  const caller = scene.caller();
  const first = await createMonitor(caller, input());
  const snapshot = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  expect(snapshot.snapshot).toBe(true);
  expect(snapshot.monitors.map((monitor) => monitor.id)).toContain(first.id);
  const next = (since: number) => runnerConfig(local, { since, epoch: snapshot.epoch, wait: 0 }, never);

  expect(await next(snapshot.version)).toMatchObject({ snapshot: false, monitors: [], removed: [] });
  await setMonitorPaused(caller, first.id, true);
  const paused = await next(snapshot.version);
  expect(paused).toMatchObject({ monitors: [], removed: [first.id] });
  await setMonitorPaused(caller, first.id, false);
  const resumed = await next(paused.version);
  expect(resumed.monitors.map((monitor) => monitor.id)).toEqual([first.id]);
  await deleteMonitor(caller, first.id);
  expect(await next(resumed.version)).toMatchObject({ monitors: [], removed: [first.id] });
  expect((await runnerConfig(local, { since: 5, epoch: "another database", wait: 0 }, never)).snapshot).toBe(
    true,
  );
});

test("looks neither for monitors nor for deletions while there is no newer version", async () => {
  const { version, epoch } = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  const next = () => runnerConfig(local, { since: version, epoch, wait: 0 }, never);
  const asked = await statements(async () => expect(await next()).toMatchObject({ version, monitors: [] }));
  expect(asked.filter((text) => /pg_locks|request_secrets|select "monitor_id"/.test(text))).toEqual([]);
  const reads = asked.filter((text) => /^\s*select/.test(text) && /runners|config_version/.test(text));
  expect(reads).toHaveLength(1);
  await createMonitor(scene.caller(), input());
  const changed = await statements(async () => expect((await next()).monitors).toHaveLength(1));
  expect(changed.filter((text) => /pg_locks|request_secrets|select "monitor_id"/.test(text))).toHaveLength(3);
});

test("sends a snapshot in parts, and then everything that changed between two of them", async () => {
  const caller = scene.caller();
  const made = [];
  for (let count = 0; count < 5; count += 1) made.push((await createMonitor(caller, input())).id);
  const [deleted = 0, paused = 0] = made;
  const asked = { since: 0, epoch: "", wait: 0, limit: 2 };
  const first = await runnerConfig(local, asked, never);
  await deleteMonitor(caller, deleted);
  await setMonitorPaused(caller, paused, true);
  const ids = first.monitors.map(({ id }) => id);
  for (let { next } = first; next !== undefined; ) {
    const part = await runnerConfig(local, { ...asked, after: next }, never);
    expect(part).toMatchObject({ snapshot: true, epoch: first.epoch, removed: [] });
    expect(part.monitors.length).toBeLessThanOrEqual(2);
    ids.push(...part.monitors.map(({ id }) => id));
    next = part.next;
  }
  expect(ids).toEqual(expect.arrayContaining(made.slice(2)));
  expect(new Set(ids).size).toBe(ids.length);
  const { removed } = await runnerConfig(local, { since: first.version, epoch: first.epoch, wait: 0 }, never);
  expect(removed.sort()).toEqual([deleted, paused].sort());
});

test("sends one snapshot to a runner that was away while tombstones were purged", async () => {
  const kept = await createMonitor(scene.caller(), input());
  const first = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  const gone = await createMonitor(scene.caller(), input());
  await deleteMonitor(scene.caller(), gone.id);
  await forgetDeletedMonitors(new Date(Date.now() + 60_000));
  const returned = await runnerConfig(local, { since: first.version, epoch: first.epoch, wait: 0 }, never);
  expect(returned.snapshot).toBe(true);
  expect(returned.monitors.map(({ id }) => id)).toContain(kept.id);
  const next = await runnerConfig(local, { since: returned.version, epoch: first.epoch, wait: 0 }, never);
  expect(next).toMatchObject({ snapshot: false, monitors: [], removed: [] });
});

test("answers the long poll as soon as something changes", async () => {
  const now = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  const waiting = runnerConfig(local, { since: now.version, epoch: now.epoch, wait: 20 }, never);
  const made = await createMonitor(scene.caller(), input());
  expect((await waiting).monitors.map((monitor) => monitor.id)).toEqual([made.id]);
});

test("leaves a region to a live remote runner, and sends both runners a snapshot", async () => {
  const before = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  expect(before.regions).toContain("na-usa-iad");
  const remote = await makeRunner("remote", "na-usa-iad");
  await postResults(remote, batchOf());
  const after = await runnerConfig(local, { since: before.version, epoch: before.epoch, wait: 0 }, never);
  expect(after.snapshot).toBe(true);
  expect(after.regions).not.toContain("na-usa-iad");
  expect(after.monitors.every((monitor) => !monitor.regions.includes("na-usa-iad"))).toBe(true);
  const served = await runnerConfig(remote, { since: 0, epoch: "", wait: 0 }, never);
  expect(served.regions).toEqual(["na-usa-iad"]);
  expect(served.monitors.every((monitor) => monitor.regions.join() === "na-usa-iad")).toBe(true);
  await db().deleteFrom("runners").where("id", "=", remote.id).execute();
});

test("tells the built-in runner which regions have a silent runner, until that one is revoked", async () => {
  const remote = await makeRunner("remote", "sa-bra-gru");
  await postResults(remote, batchOf());
  const silentRegions = async () =>
    (await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never)).fallback_regions;
  expect(await silentRegions()).toEqual([]);
  await run`update runners set last_seen_at = ${new Date(Date.now() - 60_000)} where id = ${remote.id}`;
  const before = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  expect(before).toMatchObject({
    fallback_regions: ["sa-bra-gru"],
    regions: expect.arrayContaining(["sa-bra-gru"]),
  });
  await revokeRunner(remote.id);
  const after = await runnerConfig(local, { since: before.version, epoch: before.epoch, wait: 0 }, never);
  expect(after).toMatchObject({ snapshot: true, fallback_regions: [] });
});

test("splits a region's monitors between two runners", async () => {
  const caller = scene.caller();
  for (let made = 0; made < 12; made += 1) await createMonitor(caller, input());
  const [one, two] = [await makeRunner("remote", "eu-deu-fra"), await makeRunner("remote", "eu-deu-fra")];
  await postResults(one, batchOf());
  await postResults(two, batchOf());
  const shares = await Promise.all(
    [one, two].map(async (runner) => {
      const config = await runnerConfig(runner, { since: 0, epoch: "", wait: 0 }, never);
      return config.monitors.map((monitor) => monitor.id);
    }),
  );
  const all = shares.flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(12);
  expect(Math.min(...shares.map((share) => share.length))).toBeGreaterThan(0);
  await db().deleteFrom("runners").where("kind", "=", "remote").execute();
});

test("splits unserved regions among several servers' runners and reassigns the share of one that stops", async () => {
  const second = await makeRunner("local", null);
  const report = (runner: RunnerCaller, leaving = false) => {
    return postResults(runner, batchOf([], { leaving }));
  };
  await report(local);
  await report(second);
  const pairsOf = async (runner: RunnerCaller) => {
    const { monitors } = await runnerConfig(runner, { since: 0, epoch: "", wait: 0 }, never);
    return monitors.flatMap(({ id, regions }) => regions.map((region) => `${id} ${region}`));
  };
  const [one, two] = [await pairsOf(local), await pairsOf(second)];
  expect(Math.min(one.length, two.length)).toBeGreaterThan(0);
  expect(new Set([...one, ...two]).size).toBe(one.length + two.length);
  await report(second, true);
  expect((await pairsOf(local)).sort()).toEqual([...one, ...two].sort());
  await db().deleteFrom("runners").where("id", "=", second.id).execute();
});

test("reassigns a stopped runner's share immediately, unless it is the last one of its region", async () => {
  const [one, two] = [await makeRunner("remote", "na-usa-iad"), await makeRunner("remote", "na-usa-iad")];
  for (const runner of [one, two]) await postResults(runner, batchOf());
  const asked = { since: 0, epoch: "", wait: 0 };
  const leave = (runner: RunnerCaller) => {
    return postResults(runner, batchOf([], { leaving: true }));
  };
  const before = await runnerConfig(two, asked, never);
  const waiting = runnerConfig(two, { since: before.version, epoch: before.epoch, wait: 20 }, never);
  await leave(one);
  const after = await waiting;
  expect(after.snapshot).toBe(true);
  expect(after.monitors.length).toBeGreaterThan(before.monitors.length);
  await leave(two);
  expect((await runnerConfig(local, asked, never)).regions).not.toContain("na-usa-iad");
  await db().deleteFrom("runners").where("kind", "=", "remote").execute();
});

test("marks new unchecked monitors in a snapshot so that a fresh runner checks them immediately", async () => {
  const [fresh, checked, old] = await Promise.all(
    [1, 2, 3].map(() => createMonitor(scene.caller(), input())),
  );
  const ids = [fresh, checked, old].map((monitor) => monitor?.id ?? 0);
  await postResults(local, batchOf([check(ids[1] ?? 0, Date.now())]));
  const longAgo = new Date(Date.now() - 61_000);
  await run`update monitors set created_at = ${longAgo} where id = ${ids[2] ?? 0}`;
  const { monitors } = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  const said = ids.map((id) => monitors.find((monitor) => monitor.id === id)?.never_checked);
  expect(said).toEqual([true, undefined, undefined]);
});

test("tells a starting runner which failures and recoveries to recheck, and when", async () => {
  const make = () => createMonitor(scene.caller(), input());
  const [failing, healthy, recovering, down] = [await make(), await make(), await make(), await make()];
  const nowMs = Date.now();
  const at = (monitor: { id: number }, agoMs: number, outcome: "up" | "down") =>
    check(monitor.id, nowMs - agoMs, outcome, { config_version: Number.MAX_SAFE_INTEGER });
  await postResults(
    local,
    batchOf([
      at(failing, 4000, "down"),
      at(healthy, 4000, "up"),
      ...[50_000, 40_000, 30_000].flatMap((ago) => [at(recovering, ago, "down"), at(down, ago, "down")]),
      at(recovering, 20_000, "up"),
    ]),
  );
  const ids = [failing, healthy, recovering, down].map((monitor) => monitor.id);
  const { rechecks, epoch, version } = await runnerConfig(local, { since: 0, epoch: "", wait: 0 }, never);
  const said = new Map(
    (rechecks ?? []).map(({ monitor, region, after_ms }) => [monitor, { region, after_ms }]),
  );
  expect(ids.filter((id) => said.has(id))).toEqual([failing.id, recovering.id]);
  expect(said.get(failing.id)?.region).toBe("eu-deu-fra");
  expect(said.get(failing.id)?.after_ms).toBeGreaterThan(2000);
  expect(said.get(failing.id)?.after_ms).toBeLessThanOrEqual(6000);
  expect(said.get(recovering.id)).toEqual({ region: "eu-deu-fra", after_ms: 0 });
  expect((await runnerConfig(local, { since: version, epoch, wait: 0 }, never)).rechecks).toBeUndefined();
});
