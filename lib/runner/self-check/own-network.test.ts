import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ownNetworkLoss } from "@/lib/domain/runners/own-network";
import { type Anchor, parseAnchor } from "@/lib/probes/anchors";
import { monotonicMs } from "@/lib/shared/clock";
import { Episodes, type Suspicion } from "./episodes";
import { OwnNetwork } from "./own-network";

const ANCHORS = ["192.88.1.1:443", "192.88.2.1:443", "192.88.3.1:443"].map(parseAnchor);
const TARGET = { reach: "public", families: [4] } as const;
const SILENT = { reach: "public", family: 4, counts: true, answers: false } as const;
const LOST = ownNetworkLoss(TARGET, [SILENT, SILENT, SILENT]);

let folder: string;
/** Which addresses answer now. */
let answering: readonly Anchor[];
let asked: number;
/** Whose failures were to be checked again, in order. */
let back: string[];
let episodes: Episodes<string>;
let networks: OwnNetwork[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-anchors-"));
  vi.useFakeTimers();
  answering = ANCHORS;
  asked = 0;
  back = [];
  episodes = new Episodes((doubted) => back.push(...doubted));
  networks = [];
});
afterEach(() => {
  episodes.stop();
  for (const network of networks) network.stop();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

async function started(anchors = ANCHORS): Promise<OwnNetwork> {
  const network = new OwnNetwork({
    anchors,
    file: path.join(folder, "anchors.json"),
    answers: async (anchor) => {
      asked += 1;
      return answering.includes(anchor);
    },
  });
  networks.push(network);
  network.start();
  await vi.advanceTimersByTimeAsync(2000);
  return network;
}

/** Returns the reason for a failure once the connectivity checks ran; a suspicion starts its episode. */
async function settled(judged: Promise<Suspicion | null>, subject = "shop"): Promise<string | null> {
  const noted = judged.then((doubt) => doubt && episodes.add(doubt, subject));
  await vi.advanceTimersByTimeAsync(2500);
  await noted;
  return (await judged)?.reason ?? null;
}

it("blames the target for a failure while connectivity checks succeed", async () => {
  const network = await started();
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
  expect(episodes.reason).toBeNull();
});

it("suspects the network while no connectivity check succeeds, and reports it until half a minute after it's back", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([episodes.reason, back]).toEqual([LOST, []]);
  answering = ANCHORS;
  await vi.advanceTimersByTimeAsync(2000);
  expect([episodes.reason, back]).toEqual([LOST, ["shop"]]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(episodes.reason).toBeNull();
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
});

it("remembers a cut that ended before the check timed out", async () => {
  const network = await started();
  const sinceMs = monotonicMs();
  answering = [];
  network.watch();
  await vi.advanceTimersByTimeAsync(3000);
  answering = ANCHORS;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await settled(network.judge(TARGET, sinceMs))).toBe(LOST);
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
});

it("suspects the network for a check that fails immediately before it's back", async () => {
  const network = await started();
  answering = [];
  await settled(network.judge(TARGET, monotonicMs()));
  // Checked every second: between two connectivity checks, a check starts and fails, then the network is back.
  await vi.advanceTimersByTimeAsync(300);
  const judged = network.judge(TARGET, monotonicMs());
  answering = ANCHORS;
  expect(await settled(judged)).toBe(LOST);
});

it("checks connectivity again for a failure during a half-second cut", async () => {
  const network = await started();
  await vi.advanceTimersByTimeAsync(600);
  network.watch();
  await vi.advanceTimersByTimeAsync(300);
  answering = [];
  const judged = network.judge(TARGET, monotonicMs());
  await vi.advanceTimersByTimeAsync(100);
  answering = ANCHORS;
  expect(await settled(judged)).toBe(LOST);
});

it("runs one or two connectivity checks for ten thousand failures at once", async () => {
  const network = await started();
  asked = 0;
  const judged = Array.from({ length: 10_000 }, () => network.judge(TARGET, monotonicMs()));
  await vi.advanceTimersByTimeAsync(2500);
  expect(new Set(await Promise.all(judged))).toEqual(new Set([null]));
  expect(asked).toBeLessThanOrEqual(2 * ANCHORS.length);
});

it("suspects nothing and asks no one in a closed network where no address ever answered", async () => {
  answering = [];
  const network = await started();
  asked = 0;
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
  expect(asked).toBe(0);
});

it("knows from disk which answers are missing when it starts without a network", async () => {
  (await started()).stop();
  await vi.waitFor(
    () => expect(readFileSync(path.join(folder, "anchors.json"), "utf8")).toContain("192.88.1.1"),
    10_000,
  );
  answering = [];
  const next = await started();
  expect(await settled(next.judge(TARGET, monotonicMs()))).toBe(LOST);
});

it("ignores connectivity checks that fail while targets respond, and reports true outages", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
  network.worked(monotonicMs(), "192.0.3.9");
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["shop"]);
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
  // They answer again and count again.
  answering = ANCHORS;
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1000);
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
});

it("does not take a response from the local network as a contradiction of a lost uplink", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
  network.worked(monotonicMs(), "10.0.0.7");
  await vi.advanceTimersByTimeAsync(5000);
  expect([episodes.reason, back]).toEqual([LOST, []]);
});

it("never suspects itself for a target on this machine", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge({ reach: "loopback", families: [4] }, monotonicMs()))).toBeNull();
});

const BOTH = [...ANCHORS, ...["[2600:1::1]:443", "[2600:1::2]:443", "[2600:1::3]:443"].map(parseAnchor)];
const ROOM = ["10.0.0.1:53", "10.0.0.2:53"].map(parseAnchor);
const SIX = { reach: "public", families: [6] } as const;
const NEAR = { reach: "private", families: [4] } as const;
const without = (...gone: (readonly Anchor[])[]) =>
  [...BOTH, ...ROOM].filter((anchor) => !gone.flat().includes(anchor));

it("checks each family and reach again as soon as its own route is back", async () => {
  answering = without();
  const network = await started([...BOTH, ...ROOM]);
  answering = without(ANCHORS);
  expect(await settled(network.judge(TARGET, monotonicMs()), "four")).toContain("over IPv4");
  answering = [];
  expect(await settled(network.judge(SIX, monotonicMs()), "six")).toContain("over IPv6");
  expect(await settled(network.judge(NEAR, monotonicMs()), "near")).toContain("over IPv4");
  answering = without(BOTH.slice(3), ROOM);
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["four"]);
  // Half a minute later, only what is still lost is reported.
  await vi.advanceTimersByTimeAsync(31_000);
  expect(episodes.reason).toContain("over IPv6");
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
  expect(await settled(network.judge(TARGET, monotonicMs()), "four")).toContain("over IPv4");
  expect(await settled(network.judge(SIX, monotonicMs()), "six")).toContain("over IPv6");
  network.worked(monotonicMs(), "2600:2::9");
  await vi.advanceTimersByTimeAsync(4000);
  expect(back).toEqual(["six"]);
  expect(await settled(network.judge(SIX, monotonicMs()))).toBeNull();
  expect(await settled(network.judge(TARGET, monotonicMs()))).toContain("over IPv4");
});

it("ignores a success long after a loss that is no longer checked", async () => {
  const network = await started();
  answering = [];
  const judged = network.judge(TARGET, monotonicMs());
  await vi.advanceTimersByTimeAsync(2500);
  expect(await judged).not.toBeNull();
  await vi.advanceTimersByTimeAsync(6000);
  network.worked(monotonicMs(), "192.0.3.9");
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
  await vi.advanceTimersByTimeAsync(5000);
  expect([episodes.reason, back]).toEqual([LOST, []]);
});
