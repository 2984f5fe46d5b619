import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { Checker } from "@/lib/runner/checker";
import { NameServers } from "@/lib/runner/self-check/name-servers";
import { NetworkCheck } from "@/lib/runner/self-check/network-check";
import { SelfCheck } from "@/lib/runner/self-check/self-check";
import { LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { Schedule } from "./schedule";
import { WallClock } from "./wall-clock";

// One project whose 10,000 checks all time out next to another one: the real checker with real sockets.
const SLOW = { project: 1, monitors: 10_000, ports: 20, intervalSeconds: 30, timeoutMs: 10_000 };
const OTHER = { project: 2, monitors: 60, intervalSeconds: 2 };
const MEASURE_MS = 10_000;
/** Until the slow project has all the places it gets. */
const WARM_UP_MS = 4000;

const open: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

/** Accepts connections and never responds, or responds to every request immediately. */
async function target(answer: string | null): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("data", () => answer !== null && socket.end(answer));
  });
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
}

async function delaysOfOthers(
  withSlow: boolean,
): Promise<{ delays: number[]; slow: number; failed: number }> {
  const schedule = new Schedule();
  const clock = new WallClock();
  const resolver = new NameResolver();
  const results: CheckResult[] = [];
  const tools = { policy: policyFrom(LOOPBACK), resolver, userAgent: "Vedette/test" };
  const network = new NetworkCheck({ checks: [], file: "/nonexistent" });
  const checker = new Checker(
    schedule,
    clock,
    () => tools,
    new SelfCheck({ network, names: new NameServers(), resolver, onRecovered: () => undefined }),
    (result) => results.push(result),
  );
  checker.concurrency = 1000;
  const well = await target("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
  for (let id = 1; id <= OTHER.monitors; id += 1) {
    const change = { id, project_id: OTHER.project, interval_seconds: OTHER.intervalSeconds };
    schedule.set(monitorConfig({ url: well }, change), clock.read(), false);
  }
  const silent = await Promise.all(Array.from({ length: withSlow ? SLOW.ports : 0 }, () => target(null)));
  for (let index = 0; withSlow && index < SLOW.monitors; index += 1) {
    const change = { id: 1000 + index, project_id: SLOW.project, interval_seconds: SLOW.intervalSeconds };
    const config = monitorConfig(
      { url: silent[index % SLOW.ports] },
      { ...change, timeout_ms: SLOW.timeoutMs },
    );
    schedule.set(config, clock.read(), false);
  }
  checker.begin();
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const slow = checker.inFlight;
  results.length = 0;
  await new Promise((resolve) => setTimeout(resolve, MEASURE_MS));
  void checker.stop();
  const others = results.filter(({ monitor, outcome }) => monitor < 1000 && outcome !== "missed");
  const delays = others.map(
    ({ started_at, scheduled_at }) => Date.parse(started_at) - Date.parse(scheduled_at),
  );
  return {
    delays: delays.sort((a, b) => a - b),
    slow,
    failed: others.filter(({ outcome }) => outcome !== "up").length,
  };
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

it("barely delays another project's checks while 10,000 monitors of one time out", async () => {
  const without = await delaysOfOthers(false);
  const beside = await delaysOfOthers(true);
  const words = (seen: typeof without) =>
    `p50 ${at(seen.delays, 0.5)} ms, p99 ${at(seen.delays, 0.99)} ms of ${seen.delays.length}`;
  process.stdout.write(
    `start delay alone: ${words(without)}; beside ${beside.slow} hanging checks: ${words(beside)}\n`,
  );
  expect(beside.slow).toBeGreaterThan(300);
  expect(beside.failed).toBe(0);
  // Every one of their slots was checked about as soon as without the slow project. The median tells a rule from a
  // busy machine, and no single check waits as long as for a hanging check's place.
  expect(beside.delays.length).toBeGreaterThan(0.9 * without.delays.length);
  expect(at(beside.delays, 0.5)).toBeLessThanOrEqual(Math.max(3 * at(without.delays, 0.5), 100));
  expect(at(beside.delays, 0.99)).toBeLessThan(SLOW.timeoutMs / 4);
});
