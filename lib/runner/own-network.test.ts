import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Anchor, parseAnchor } from "@/lib/probes/anchors";
import { monotonicMs } from "@/lib/shared/clock";
import { OwnNetwork } from "./own-network";

const ANCHORS = ["192.88.1.1:443", "192.88.2.1:443", "192.88.3.1:443"].map(parseAnchor);
const TARGET = { reach: "public", families: [4] } as const;
const LOST = "the runner doubts its own network: 0 of 3 anchors answer over IPv4";

let folder: string;
/** Who answers now. */
let answering: readonly Anchor[];
let asked: number;
let back: number;
let networks: OwnNetwork[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-anchors-"));
  vi.useFakeTimers();
  answering = ANCHORS;
  asked = 0;
  back = 0;
  networks = [];
});
afterEach(() => {
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
    onBack: () => {
      back += 1;
    },
  });
  networks.push(network);
  network.start();
  await vi.advanceTimersByTimeAsync(2000);
  return network;
}

async function settled<T>(promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(2500);
  return promise;
}

it("a failure while the anchors answer is the target's", async () => {
  const network = await started();
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBeNull();
  expect(network.doubt).toBeNull();
});

it("a failure while no anchor answers is doubted, and said until half a minute after the network is back", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge(TARGET, monotonicMs()))).toBe(LOST);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([network.doubt, back]).toEqual([LOST, 0]);
  answering = ANCHORS;
  await vi.advanceTimersByTimeAsync(2000);
  expect([network.doubt, back]).toEqual([LOST, 1]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(network.doubt).toBeNull();
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
  expect(new Set(await settled(Promise.all(judged)))).toEqual(new Set([null]));
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
  await vi.waitFor(() =>
    expect(readFileSync(path.join(folder, "anchors.json"), "utf8")).toContain("192.88.1.1"),
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
  expect(back).toBe(1);
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
  expect([network.doubt, back]).toEqual([LOST, 0]);
});

it("a target on this machine is never doubted", async () => {
  const network = await started();
  answering = [];
  expect(await settled(network.judge({ reach: "loopback", families: [4] }, monotonicMs()))).toBeNull();
});
