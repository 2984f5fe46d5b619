import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { policyFrom } from "@/lib/probes/net/policy";
import { type DnsSource, NameResolver } from "@/lib/probes/net/resolver";
import { Checker } from "@/lib/runner/checker";
import { Schedule } from "@/lib/runner/schedule/schedule";
import { WallClock } from "@/lib/runner/schedule/wall-clock";
import { monotonicMs } from "@/lib/shared/clock";
import { check, LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { NameServers } from "./name-servers";
import { NetworkCheck } from "./network-check";
import { SelfCheck } from "./self-check";

// The real checker with real sockets on loopback, in virtual time. The name servers' answers are values. No
// connectivity checks.
const REGION = "eu-deu-fra";
const STEP_MS = 50;
/** So that only a check out of turn can report anything soon. */
const INTERVAL_SECONDS = 86_400;

/** The address of each name; null means the name servers don't answer. */
let records: Map<string, string> | null;
let asked: number;
let checker: Checker;
let schedule: Schedule;
let selfCheck: SelfCheck;
let results: CheckResult[];
let clock: WallClock;
const servers = new Map<string, Server>();
const folder = mkdtempSync(path.join(tmpdir(), "vedette-self-check-"));

async function lookUp(name: string): Promise<{ address: string; ttl: number }[]> {
  const address = records?.get(name);
  if (address) return [{ address, ttl: 1 }];
  throw Object.assign(new Error(name), { code: records ? "ENOTFOUND" : "ETIMEOUT" });
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"],
  });
  vi.setSystemTime("2026-03-01T10:00:00Z");
  clock = new WallClock();
  records = new Map();
  asked = 0;
  results = [];
  schedule = new Schedule();
  const source: DnsSource = { resolve4: lookUp, resolve6: async () => [] };
  const resolver = new NameResolver(source, new HostsFile("/nonexistent"));
  const ask = async (name: string): Promise<string | null> => {
    asked += 1;
    return lookUp(name).then(
      () => null,
      ({ code }) => code,
    );
  };
  const names = new NameServers({ ask });
  selfCheck = new SelfCheck({
    network: new NetworkCheck({ checks: [], file: path.join(folder, "connectivity-checks.json") }),
    resolver,
    names,
    onRecovered: (affected) => {
      for (const { config, region } of affected) schedule.recheck(config.id, region, clock.read());
      checker.tick();
    },
  });
  const tools = { policy: policyFrom(LOOPBACK), resolver, userAgent: "Vedette/test" };
  checker = new Checker(
    schedule,
    clock,
    () => tools,
    selfCheck,
    (result) => results.push(result),
  );
  checker.concurrency = 100;
  checker.begin();
});

afterEach(async () => {
  void checker.stop();
  selfCheck.stop();
  vi.useRealTimers();
  await Promise.all([...servers.keys()].map(down));
  rmSync(folder, { recursive: true, force: true });
});

/** A target that accepts connections at its own address. */
async function up(address: string): Promise<void> {
  const server = createServer((socket) => socket.on("error", () => undefined).end());
  servers.set(address, server);
  await new Promise<void>((resolve) => server.listen(7357, address, resolve));
}

async function down(address: string): Promise<void> {
  const server = servers.get(address);
  servers.delete(address);
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
}

/** Advances virtual time; sockets get real turns of the event loop in between. */
async function pass(seconds: number): Promise<void> {
  for (let ms = 0; ms < seconds * 1000; ms += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

function watch(id: number, host: string): void {
  const request = { host, port: 7357, connection: "plain" };
  const change = { id, protocol: "tcp" as const, interval_seconds: INTERVAL_SECONDS };
  schedule.set(monitorConfig(request, change), clock.read(), true);
  checker.tick();
}

function checkNow(ids: readonly number[]): void {
  for (const id of ids) schedule.recheck(id, REGION, clock.read());
  checker.tick();
}

/** Returns the outcomes since the last call, by monitor. */
function found(): Record<number, string[]> {
  const each: Record<number, string[]> = {};
  for (const { monitor, outcome } of results.splice(0)) each[monitor] = [...(each[monitor] ?? []), outcome];
  return each;
}

const NAMES = ["shop.one", "api.two", "www.three", "old.four"];
const ALL = NAMES.map((_, at) => at + 1);
const addressOf = (id: number) => `127.0.7.${id}`;

async function watchNames(): Promise<void> {
  for (const [at, name] of NAMES.entries()) {
    records?.set(name, addressOf(at + 1));
    await up(addressOf(at + 1));
    watch(at + 1, name);
  }
  await pass(3);
  expect(found()).toEqual(Object.fromEntries(ALL.map((id) => [id, ["up"]])));
}

it("reports failures during a name server outage as inconclusive, says why, then checks everything and reports a true outage", async () => {
  await watchNames();
  const known = records;
  records = null;
  checkNow(ALL);
  await pass(10);
  expect(found()).toEqual(Object.fromEntries(ALL.map((id) => [id, ["inconclusive"]])));
  expect(selfCheckWords(selfCheck.failures)).toMatch(/^failed its DNS self-check: none of 3 names/);
  asked = 0;
  await pass(60);
  // Once a second: at most three names of each failure's neighbors and one under each, plus one that never exists.
  expect(asked).toBeGreaterThan(60);
  expect(asked).toBeLessThanOrEqual(61 * (2 * NAMES.length + 1));
  await down(addressOf(2));
  records = known;
  await pass(10);
  expect(found()).toEqual({ 1: ["up"], 2: ["down"], 3: ["up"], 4: ["up"] });
  expect(selfCheckWords(selfCheck.failures)).toMatch(/DNS self-check/);
  asked = 0;
  await pass(30);
  expect(selfCheck.failures).toEqual([]);
  expect(asked).toBe(0);
});

it("does not trust cached answers during a name server outage", async () => {
  await watchNames();
  const known = records;
  records = null;
  await pass(2);
  checkNow(ALL);
  await pass(1);
  records = known;
  await pass(4);
  expect(found()).toEqual(Object.fromEntries(ALL.map((id) => [id, ["inconclusive", "up"]])));
});

it("reports a nonexistent name as down while others resolve, and keeps passing its self-check", async () => {
  await watchNames();
  records?.delete("old.four");
  checkNow(ALL);
  await pass(10);
  expect(found()).toEqual({ 1: ["up"], 2: ["up"], 3: ["up"], 4: ["down"] });
  expect(selfCheck.failures).toEqual([]);
});

it("fails its self-check when all names disappear at once, then reports each as down within 60 s", async () => {
  await watchNames();
  records = new Map();
  checkNow(ALL);
  await pass(5);
  expect(found()).toEqual(Object.fromEntries(ALL.map((id) => [id, ["inconclusive"]])));
  expect(selfCheckWords(selfCheck.failures)).toMatch(
    /none of 3 names that resolved before resolves now, although they answer$/,
  );
  await pass(50);
  const results = Object.values(found());
  expect(results.map((outcomes) => outcomes.at(-1))).toEqual(ALL.map(() => "down"));
});

const MANY = Array.from({ length: 10 }, (_, at) => at + 1);

async function watchMany(): Promise<void> {
  for (const id of MANY) {
    await up(addressOf(id));
    watch(id, addressOf(id));
  }
  await pass(3);
  expect(found()).toEqual(Object.fromEntries(MANY.map((id) => [id, ["up"]])));
}

it("fails its self-check when many hosts fail at once, says so, and reports every true outage within 60 s", async () => {
  await watchMany();
  for (const id of MANY) await down(addressOf(id));
  checkNow(MANY);
  await pass(5);
  const first = Object.values(found());
  expect(first.filter(([one]) => one === "inconclusive")).toHaveLength(6);
  expect(selfCheckWords(selfCheck.failures)).toMatch(/hosts failed within a minute/);
  await pass(50);
  const results = found();
  expect(Object.values(results)).toEqual(Array.from({ length: 6 }, () => ["down"]));
});

it("never reports many hosts that fail for only a few seconds as down", async () => {
  await watchMany();
  for (const id of MANY) await down(addressOf(id));
  checkNow(MANY);
  await pass(5);
  found();
  for (const id of MANY) await up(addressOf(id));
  await pass(50);
  expect(Object.values(found())).toEqual(Array.from({ length: 6 }, () => ["up"]));
  await pass(15);
  expect(selfCheck.failures).toEqual([]);
});

it("reports a network failure during an event loop lag as inconclusive, and recovers when the lag ends", async () => {
  const config = monitorConfig({ url: "http://10.0.0.1/" });
  const error = { code: "connect_timeout" as const, message: "no answer" };
  const failed: CheckResult = { ...(await check(config)), outcome: "down", error };
  schedule.set(config, clock.read(), true);
  const { monitorRegion } = schedule.take(clock.read()) ?? {};
  if (!monitorRegion) throw new Error("no check was due");
  let lagMs = 800;
  expect(await selfCheck.judge(monitorRegion, failed, monotonicMs(), () => lagMs)).toMatchObject({
    outcome: "inconclusive",
    error: { code: "runner_overloaded", message: expect.stringContaining("lagged 800 ms") },
  });
  await pass(60);
  expect(selfCheckWords(selfCheck.failures)).toMatch(/lagged 800 ms/);
  lagMs = 20;
  await pass(32);
  expect(selfCheck.failures).toEqual([]);
  expect(await selfCheck.judge(monitorRegion, failed, monotonicMs(), () => lagMs)).toBe(failed);
});
