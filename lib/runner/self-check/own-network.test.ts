import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Anchor, parseAnchor } from "@/lib/probes/anchors";
import { monotonicMs } from "@/lib/shared/clock";
import { type Doubt, Episodes } from "./episodes";
import { OwnNetwork } from "./own-network";

const ANCHORS = ["192.88.1.1:443", "192.88.2.1:443", "192.88.3.1:443"].map(parseAnchor);
const TARGET = { reach: "public", families: [4] } as const;
const LOST = "the runner doubts its own network: 0 of 3 connectivity checks succeed over IPv4";

let folder: string;
/** Who answers now. */
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

/** What is said of a failure, once the anchors were asked; a doubt begins its episode. */
async function settled(judged: Promise<Doubt | null>, subject = "shop"): Promise<string | null> {
  const noted = judged.then((doubt) => doubt && episodes.add(doubt, subject));
  await vi.advanceTimersByTimeAsync(2500);
  await noted;
  return (await judged)?.reason ?? null;
}

it("a failure while the anchors answer is the target's", async () => {
  const network = await started();
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
  expect(episodes.reason).toBeNull();
});

it("a failure while no anchor answers is doubted, and said until half a minute after the network is back", async () => {
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

it("a cut that ended before the check timed out is remembered: somebody looked while the check took long", async () => {
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

it("a check that fails at once, just before the network is back, is doubted: the look a moment before it saw the network lost", async () => {
  const network = await started();
  answering = [];
  await settled(network.judge(TARGET, monotonicMs()));
  // Looked at every second: between two looks a check begins and fails, then the network is back.
  await vi.advanceTimersByTimeAsync(300);
  const judged = network.judge(TARGET, monotonicMs());
  answering = ANCHORS;
  expect(await settled(judged)).toBe(LOST);
});

it("a failure in a cut of half a second is asked about while it lasts, although the anchors were looked at a moment ago", async () => {
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

it("ten thousand failures at once ask the anchors once or twice, not ten thousand times", async () => {
  const network = await started();
  asked = 0;
  const judged = Array.from({ length: 10_000 }, () => network.judge(TARGET, monotonicMs()));
  await vi.advanceTimersByTimeAsync(2500);
  expect(new Set(await Promise.all(judged))).toEqual(new Set([null]));
  expect(asked).toBeLessThanOrEqual(2 * ANCHORS.length);
});

it("in a closed network, where no anchor ever answered, nothing is doubted and nobody is asked again", async () => {
  answering = [];
  const network = await started();
  asked = 0;
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
  expect(asked).toBe(0);
});

it("a runner that starts while the network is cut knows from its disk whose answer is missing", async () => {
  (await started()).stop();
  await vi.waitFor(
    () => expect(readFileSync(path.join(folder, "anchors.json"), "utf8")).toContain("192.88.1.1"),
    10_000,
  );
  answering = [];
  const next = await started();
  expect(await settled(next.judge(TARGET, monotonicMs()))).toBe(LOST);
});

it("targets answer and the anchors don't, as behind a new firewall: the anchors count no more, and true outages are told", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
  network.worked(monotonicMs(), "192.0.3.9");
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["shop"]);
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
  // They answer again, and count again.
  answering = ANCHORS;
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1000);
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
});

it("an answer from the same room contradicts nothing: it does not need the uplink", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
  network.worked(monotonicMs(), "10.0.0.7");
  await vi.advanceTimersByTimeAsync(5000);
  expect([episodes.reason, back]).toEqual([LOST, []]);
});

it("a target on this machine is never doubted", async () => {
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

it("a second loss is awaited by itself: each family and each reach is checked again when its own way is back", async () => {
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
  // Half a minute later only what is still lost is said.
  await vi.advanceTimersByTimeAsync(31_000);
  expect(episodes.reason).toContain("over IPv6");
  answering = without(ROOM);
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["four", "six"]);
  answering = without();
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toEqual(["four", "six", "near"]);
});

it("a success over IPv6 contradicts a second loss that is IPv6's, and leaves the first one alone", async () => {
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

it("a success long after a loss that nobody awaits any more is no contradiction of the next one", async () => {
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
