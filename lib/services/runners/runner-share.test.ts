import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { assignedRunner } from "@/lib/domain/runners/assignment";
import { db } from "@/lib/store/core/pool";
import { runnerOutlook } from "@/lib/store/runners/outlook";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { batchOf } from "@/lib/testing/runners/reports";
import { makeRunner } from "@/lib/testing/runners/runner-callers";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { postResults, type RunnerCaller } from "./authenticate";
import { runnerConfig } from "./config";
import { revokeRunner } from "./registry";

useDatabase();
const REGION = "eu-deu-fra";
let projectId: number;
let runners: { owner: RunnerCaller; other: RunnerCaller; monitor: number };
beforeAll(async () => {
  projectId = (await makeScene()).projectId;
});
beforeEach(async () => {
  await db().deleteFrom("runners").execute();
  const [one, two] = [await makeRunner("remote", REGION), await makeRunner("remote", REGION)];
  const monitor = await makeMonitor(projectId, { incident_confirmations: 2 });
  const isFirst = assignedRunner(monitor, REGION, [one.id, two.id]) === one.id;
  runners = { monitor, owner: isFirst ? one : two, other: isFirst ? two : one };
  await post(one);
  await post(two);
  await presentFor("1 hour");
});

/** Makes all runners look as if they had been present for this long. */
const presentFor = (time: string) =>
  run`update runners set started_at = now() - ${time}::interval,
    presence = tstzmultirange(tstzrange(now() - ${time}::interval, upper(presence)))`;

function post(runner: RunnerCaller, ...given: (CheckResult | "leaving")[]) {
  const results = given.filter((each) => each !== "leaving");
  return postResults(runner, batchOf(results, given.includes("leaving") ? { leaving: true } : {}));
}

const forged = (monitor: number) => {
  const now = Date.now();
  return [14, 13, 12, 11, 10].map((ago) => check(monitor, now - ago * 1000, "down"));
};
const stored = async (monitor: number) =>
  (await db().selectFrom("results").select("outcome").where("monitor_id", "=", monitor).execute()).length;
const incidents = async (monitor: number) =>
  (await run`select incident_id from incident_monitors where monitor_id = ${monitor}`).length;
const silenceSince = (runner: RunnerCaller, seconds: number) =>
  run`update runners set last_seen_at = now() - make_interval(secs => ${seconds} + 45), report = '{}',
       presence = presence * tstzmultirange(tstzrange(null, now() - make_interval(secs => ${seconds}))) where id = ${runner.id}`;

test("acknowledges but does not store results of a monitor that another live runner serves, and counts them as refused", async () => {
  const { other, monitor } = runners;
  expect(await post(other, ...forged(monitor))).toMatchObject({ accepted: 5, refused: 5 });
  expect([await stored(monitor), await incidents(monitor)]).toEqual([0, 0]);
});

test("stores five failures one second apart but opens no incident, regardless of who sends them", async () => {
  const { owner, monitor } = runners;
  const ack = await post(owner, ...forged(monitor));
  expect(ack.refused).toBe(0);
  expect([await stored(monitor), await incidents(monitor)]).toEqual([5, 0]);
  const [state] = await run`select failures, last_outcome from region_states where monitor_id = ${monitor}`;
  expect(state).toEqual({ failures: 1, last_outcome: "down" });
  await post(owner, check(monitor, Date.now(), "down"));
  expect(await incidents(monitor)).toBe(1);
});

test("rechecks a failure that came soon after a success once the next can count", async () => {
  const { owner, monitor } = runners;
  const failure = Date.now() - 4001;
  await post(owner, check(monitor, failure - 3000));
  const { rechecks } = await post(owner, check(monitor, failure, "down"));
  expect(rechecks).toMatchObject([{ monitor, region: REGION }]);
  expect(rechecks[0]?.after_ms).toBeGreaterThan(4000);
  expect(rechecks[0]?.after_ms).toBeLessThanOrEqual(6000);
  const late = await post(owner, check(monitor, failure - 60_000, "down"));
  expect(late.rechecks).toMatchObject([{ monitor, region: REGION }]);
});

test("accepts results for a silent runner's monitors until a minute after it is back", async () => {
  const { owner, other, monitor } = runners;
  const at = Date.now();
  await silenceSince(owner, 1);
  expect((await post(other, check(monitor, at))).refused).toBe(0);
  await post(owner);
  expect((await post(other, check(monitor, at + 1))).refused).toBe(0);
  await presentFor("1 hour");
  expect((await post(other, check(monitor, at + 2))).refused).toBe(1);
});

test("refuses a share that was never handed to a runner, including in the first minute after runners join", async () => {
  const { owner, other, monitor } = runners;
  await presentFor("2 seconds");
  expect(await post(other, ...forged(monitor))).toMatchObject({ accepted: 5, refused: 5 });
  expect((await post(owner, check(monitor, Date.now()))).refused).toBe(0);
  await run`update runners set presence = presence * tstzmultirange(tstzrange(now() - interval '1 second', null)) where id = ${other.id}`;
  expect((await post(other, check(monitor, Date.now()))).refused).toBe(1);
});

test("accepts a share that was the runner's own until another joined, for a minute", async () => {
  const { owner, other, monitor } = runners;
  const joined = (seconds: number) =>
    run`update runners set presence = tstzmultirange(tstzrange(now() - make_interval(secs => ${seconds}), upper(presence))) where id = ${owner.id}`;
  await joined(30);
  expect((await post(other, check(monitor, Date.now()))).refused).toBe(0);
  await joined(70);
  expect((await post(other, check(monitor, Date.now()))).refused).toBe(1);
});

test("refuses a restarted runner's checks of a share that moved less than a minute earlier", async () => {
  const { owner, other, monitor } = runners;
  await run`update runners set presence = tstzmultirange(tstzrange(now() - interval '40 s', upper(presence))) where id = ${owner.id}`;
  await run`update runners set last_seen_at = now() - interval '5 s', report = '{}' where id = ${other.id}`;
  const restarted = (...results: CheckResult[]) =>
    postResults(other, batchOf(results, { instance: "b process 2 on runner.example.com" }));
  const spooled = check(monitor, Date.now() - 10_000);
  expect((await restarted(spooled)).refused).toBe(0);
  expect((await restarted(check(monitor, Date.now() + 1000))).refused).toBe(1);
});

test("accepts a runner's checks of its share while no server was reachable", async () => {
  const { owner, other, monitor } = runners;
  const at = Date.now() - 5 * 60_000;
  for (const runner of [owner, other]) await silenceSince(runner, 600);
  await silenceSince(owner, 1200);
  await post(owner);
  expect((await post(other, check(monitor, at))).refused).toBe(0);
  expect((await post(other, check(monitor, Date.now() - 30_000))).refused).toBe(0);
});

test("gives a runner's monitors to its peer after two missed heartbeats, and back at its next report", async () => {
  const { owner, other, monitor } = runners;
  const never = new AbortController().signal;
  const served = async () => {
    const { monitors } = await runnerConfig(other, { since: 0, epoch: "", wait: 0 }, never);
    return monitors.some(({ id }) => id === monitor);
  };
  const lastReport = (seconds: number) =>
    run`update runners set last_seen_at = now() - make_interval(secs => ${seconds}), report = '{}',
         presence = tstzmultirange(tstzrange(now() - interval '1 hour', now() - make_interval(secs => ${seconds} - 12))) where id = ${owner.id}`;
  const clock = vi.spyOn(performance, "now");
  for (const second of [0, 5, 10, 15]) {
    clock.mockReturnValue(1e9 + second * 1000);
    await post(other);
  }
  // A slow machine or cluster takes seconds for what follows.
  await lastReport(4);
  expect(await served()).toBe(false);
  const peer = (await runnerOutlook(other.id)).alive.find(({ id }) => id === owner.id);
  expect(peer?.lateInMs).toBeGreaterThan(0);
  expect(peer?.lateInMs).toBeLessThanOrEqual(8000);
  await lastReport(13);
  expect(await served()).toBe(true);
  expect((await post(other, check(monitor, Date.now()))).refused).toBe(0);
  await post(owner);
  expect(await served()).toBe(false);
});

test("a runner that takes over a share checks at once only what its peer left unchecked", async () => {
  const { owner, other, monitor: overdue } = runners;
  const shared = [owner.id, other.id];
  const own = async () => {
    for (;;) {
      const id = await makeMonitor(projectId);
      if (assignedRunner(id, REGION, shared) === owner.id) return id;
    }
  };
  const [checked, failing, unchecked, late] = [await own(), await own(), await own(), await own()];
  const now = Date.now();
  // Its next scheduled time passed a second ago, but its check had begun three seconds late.
  await post(owner, { ...check(late, now - 61_000), started_at: new Date(now - 58_000).toISOString() });
  await post(owner, check(overdue, now - 65_000), check(checked, now - 20_000), check(failing, now - 20_000));
  await post(owner, check(failing, now - 5000, "down"));
  await silenceSince(owner, 1);
  const { signal } = new AbortController();
  const config = await runnerConfig(other, { since: 1, epoch: "with its peer", wait: 0 }, signal);
  expect(config.monitors.map(({ id }) => id)).toEqual(expect.arrayContaining([overdue, checked, failing]));
  const due = new Map((config.rechecks ?? []).map(({ monitor, after_ms }) => [monitor, after_ms]));
  expect([due.get(overdue), due.get(late)]).toEqual([0, 0]);
  expect(Date.parse(config.as_of ?? "")).toBeLessThanOrEqual(Date.now());
  // It has never been checked, and its interval may be an hour.
  expect(due.get(unchecked)).toBe(10_000);
  expect(due.has(checked)).toBe(false);
  expect(due.get(failing)).toBeGreaterThan(0);
  const first = await runnerConfig(other, { since: 0, epoch: "", wait: 0 }, signal);
  // Monitors of other tests may have unconfirmed failures too.
  const rechecked = new Set(first.rechecks?.map(({ monitor }) => monitor));
  const ofTest = [overdue, checked, failing, unchecked, late];
  expect(ofTest.filter((id) => rechecked.has(id))).toEqual([failing]);
});

test("leaves every share as it is after a gap in which the server heard no runner", async () => {
  const { owner, other, monitor } = runners;
  await run`update runners set last_seen_at = now() - interval '30 s', report = '{}' where id = ${owner.id}`;
  vi.spyOn(performance, "now").mockReturnValue(2e9);
  await post(other);
  const never = new AbortController().signal;
  const { monitors } = await runnerConfig(other, { since: 0, epoch: "", wait: 0 }, never);
  expect(monitors.map(({ id }) => id)).not.toContain(monitor);
});

test("accepts results for the monitors of a runner that left immediately", async () => {
  const { owner, other, monitor } = runners;
  await post(owner, "leaving");
  expect((await post(other, check(monitor, Date.now()))).refused).toBe(0);
});

test("lets other runners report a revoked runner's monitors", async () => {
  const { owner, other, monitor } = runners;
  await revokeRunner(owner.id);
  expect((await post(other, check(monitor, Date.now()))).refused).toBe(0);
});

test("accepts the built-in runner's results from a region's silence after its runner is back", async () => {
  const { owner, other, monitor } = runners;
  const builtIn = await makeRunner("local", null);
  await post(builtIn);
  await presentFor("1 hour");
  const at = Date.now() - 5 * 60_000;
  for (const runner of [owner, other]) await silenceSince(runner, 360);
  for (const runner of [owner, other]) await post(runner);
  expect((await post(builtIn, check(monitor, at))).refused).toBe(0);
  expect((await post(builtIn, check(monitor, at - 10 * 60_000))).refused).toBe(1);
  expect(await stored(monitor)).toBe(1);
});

test("records a runner's presence as one range and deletes it after 25 hours", async () => {
  const { owner } = runners;
  await run`update runners set last_seen_at = null, report = '{}', presence = tstzmultirange(tstzrange(now() - interval '40 h', now() - interval '30 h'),
       tstzrange(now() - interval '3 h', now() - interval '2 h'), tstzrange(now() - interval '1 h', now() + interval '1 s')) where id = ${owner.id}`;
  await post(owner);
  const rows =
    await run`select round(extract(epoch from upper(span) - lower(span)) / 3600)::int as hours from runners, unnest(presence) as span
     where id = ${owner.id} order by span`;
  expect(rows.map(({ hours }) => hours)).toEqual([1, 1]);
});
