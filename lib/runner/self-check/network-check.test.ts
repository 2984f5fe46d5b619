import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { connectivityLoss } from "@/lib/domain/runners/connectivity";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import { type ConnectivityCheck, parseConnectivityCheck } from "@/lib/probes/net/connectivity-check";
import { monotonicMs } from "@/lib/shared/clock";
import { CheckStates, type Finding } from "./check-states";
import { NetworkCheck } from "./network-check";

const CHECKS = ["192.88.1.1:443", "192.88.2.1:443", "192.88.3.1:443"].map(parseConnectivityCheck);
const ROUTE = { reach: "public", families: [4] } as const;
const SILENT = { reach: "public", family: 4, counts: true, answers: false } as const;
const LOST = connectivityLoss(ROUTE, [SILENT, SILENT, SILENT]);

let folder: string;
/** Addresses that answer now. */
let answering: readonly ConnectivityCheck[];
let asked: number;
/** Whose failures were to be checked again, in order. */
let back: string[];
let states: CheckStates<string>;
let networks: NetworkCheck[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-network-"));
  vi.useFakeTimers();
  answering = CHECKS;
  asked = 0;
  back = [];
  states = new CheckStates((affected) => back.push(...affected));
  networks = [];
});
afterEach(async () => {
  states.stop();
  for (const network of networks) network.stop();
  vi.useRealTimers();
  // A file may still be written.
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

async function started(checks = CHECKS): Promise<NetworkCheck> {
  const network = new NetworkCheck({
    checks,
    file: path.join(folder, "connectivity-checks.json"),
    answers: async (check) => {
      asked += 1;
      return answering.includes(check);
    },
  });
  networks.push(network);
  network.start();
  await vi.advanceTimersByTimeAsync(2000);
  return network;
}

/** Returns why a failure is the runner's own once the connectivity checks ran, and records it. */
async function settled(judged: Promise<Finding | null>, subject = "shop"): Promise<SelfCheckFailure | null> {
  const noted = judged.then((finding) => finding && states.failed(finding, subject));
  await vi.advanceTimersByTimeAsync(2500);
  await noted;
  return (await judged)?.failure ?? null;
}

it("asks again soon if the addresses don't answer yet when the runner starts", async () => {
  answering = [];
  const network = await started();
  answering = CHECKS;
  await vi.advanceTimersByTimeAsync(10_000);
  asked = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(0);
  answering = [];
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toEqual(LOST);
});

it("blames the target for a failure while connectivity checks answer", async () => {
  const network = await started();
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toBeNull();
  expect(states.failures).toEqual([]);
});

it("blames the network while no connectivity check answers, and reports it until half a minute after it's back", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toEqual(LOST);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([states.failures, back]).toEqual([[LOST], []]);
  answering = CHECKS;
  await vi.advanceTimersByTimeAsync(2000);
  expect([states.failures, back]).toEqual([[LOST], ["shop"]]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(states.failures).toEqual([]);
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toBeNull();
});

it("remembers a cut that ended before the check timed out", async () => {
  const network = await started();
  const sinceMs = monotonicMs();
  answering = [];
  network.watch();
  await vi.advanceTimersByTimeAsync(3000);
  answering = CHECKS;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await settled(network.judge(ROUTE, sinceMs))).toEqual(LOST);
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toBeNull();
});

it("blames the network for a check that fails immediately before it's back", async () => {
  const network = await started();
  answering = [];
  await settled(network.judge(ROUTE, monotonicMs()));
  // Checked every second: between two connectivity checks, a check starts and fails, then the network is back.
  await vi.advanceTimersByTimeAsync(300);
  const judged = network.judge(ROUTE, monotonicMs());
  answering = CHECKS;
  expect(await settled(judged)).toEqual(LOST);
});

it("checks connectivity again for a failure during a half-second cut", async () => {
  const network = await started();
  await vi.advanceTimersByTimeAsync(600);
  network.watch();
  await vi.advanceTimersByTimeAsync(300);
  answering = [];
  const judged = network.judge(ROUTE, monotonicMs());
  await vi.advanceTimersByTimeAsync(100);
  answering = CHECKS;
  expect(await settled(judged)).toEqual(LOST);
});

it("runs one or two connectivity checks for ten thousand failures at once", async () => {
  const network = await started();
  asked = 0;
  const judged = Array.from({ length: 10_000 }, () => network.judge(ROUTE, monotonicMs()));
  await vi.advanceTimersByTimeAsync(2500);
  expect(new Set(await Promise.all(judged))).toEqual(new Set([null]));
  expect(asked).toBeLessThanOrEqual(2 * CHECKS.length);
});

it("blames the target and asks no one in a closed network where no address ever answered", async () => {
  answering = [];
  const network = await started();
  asked = 0;
  expect(await network.judge(ROUTE, monotonicMs())).toBeNull();
  expect(asked).toBe(0);
});

it("knows from disk which answers are missing when it starts without a network", async () => {
  (await started()).stop();
  await vi.waitFor(
    () => expect(readFileSync(path.join(folder, "connectivity-checks.json"), "utf8")).toContain("192.88.1.1"),
    60_000,
  );
  answering = [];
  const next = await started();
  expect(await settled(next.judge(ROUTE, monotonicMs()))).toEqual(LOST);
});

it("ignores connectivity checks that fail while targets respond, and reports true outages", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toEqual(LOST);
  states.responded("192.0.3.9", monotonicMs());
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["shop"]);
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toBeNull();
  // They answer again and count again.
  answering = CHECKS;
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1000);
  answering = [];
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toEqual(LOST);
});

it("does not take the response to a check that started before the loss as a contradiction", async () => {
  const network = await started();
  const startedMs = monotonicMs();
  answering = [];
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toEqual(LOST);
  states.responded("192.0.3.9", startedMs);
  await vi.advanceTimersByTimeAsync(5000);
  expect([states.failures, back]).toEqual([[LOST], []]);
});

it("does not take a response from the local network as a contradiction of a lost uplink", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toEqual(LOST);
  states.responded("10.0.0.7", monotonicMs());
  await vi.advanceTimersByTimeAsync(5000);
  expect([states.failures, back]).toEqual([[LOST], []]);
});

it("always blames a target on this machine", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge({ reach: "loopback", families: [4] }, monotonicMs()))).toBeNull();
});

const BOTH = [
  ...CHECKS,
  ...["[2600:1::1]:443", "[2600:1::2]:443", "[2600:1::3]:443"].map(parseConnectivityCheck),
];
const ROOM = ["10.0.0.1:53", "10.0.0.2:53"].map(parseConnectivityCheck);
const SIX = { reach: "public", families: [6] } as const;
const NEAR = { reach: "private", families: [4] } as const;
const without = (...gone: (readonly ConnectivityCheck[])[]) =>
  [...BOTH, ...ROOM].filter((check) => !gone.flat().includes(check));

it("checks each family and reach again as soon as its own route is back", async () => {
  answering = without();
  const network = await started([...BOTH, ...ROOM]);
  answering = without(CHECKS);
  expect(await settled(network.judge(ROUTE, monotonicMs()), "four")).toMatchObject({
    lost: [{ ip_version: 4 }],
  });
  answering = [];
  expect(await settled(network.judge(SIX, monotonicMs()), "six")).toMatchObject({
    lost: [{ ip_version: 6 }],
  });
  expect(await settled(network.judge(NEAR, monotonicMs()), "near")).toMatchObject({
    lost: [{ ip_version: 4 }],
  });
  answering = without(BOTH.slice(3), ROOM);
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["four"]);
  // Half a minute later, only what is still lost is reported.
  await vi.advanceTimersByTimeAsync(31_000);
  expect(selfCheckWords(states.failures)).toContain("over IPv6");
  answering = without(ROOM);
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["four", "six"]);
  answering = without();
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["four", "six", "near"]);
});

it("lets a success over IPv6 contradict only the loss of IPv6", async () => {
  answering = without();
  const network = await started([...BOTH, ...ROOM]);
  answering = ROOM;
  expect(await settled(network.judge(ROUTE, monotonicMs()), "four")).toMatchObject({
    lost: [{ ip_version: 4 }],
  });
  expect(await settled(network.judge(SIX, monotonicMs()), "six")).toMatchObject({
    lost: [{ ip_version: 6 }],
  });
  states.responded("2600:2::9", monotonicMs());
  await vi.advanceTimersByTimeAsync(4000);
  expect(back).toEqual(["six"]);
  expect(await settled(network.judge(SIX, monotonicMs()))).toBeNull();
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toMatchObject({ lost: [{ ip_version: 4 }] });
});

it("ignores a success that came before the self-check failed", async () => {
  const network = await started();
  answering = [];
  const judged = network.judge(ROUTE, monotonicMs());
  await vi.advanceTimersByTimeAsync(2500);
  expect(await judged).not.toBeNull();
  await vi.advanceTimersByTimeAsync(6000);
  states.responded("192.0.3.9", monotonicMs());
  expect(await settled(network.judge(ROUTE, monotonicMs()))).toEqual(LOST);
  await vi.advanceTimersByTimeAsync(5000);
  expect([states.failures, back]).toEqual([[LOST], []]);
});
