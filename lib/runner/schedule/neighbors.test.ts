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

/** Returns by how many milliseconds the other project's checks were late, how many of them failed, and how many checks hung. */
async function besideHangingChecks(): Promise<{ delays: number[]; hanging: number; failed: number }> {
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
  const silent = await Promise.all(Array.from({ length: SLOW.ports }, () => target(null)));
  for (let index = 0; index < SLOW.monitors; index += 1) {
    const change = { id: 1000 + index, project_id: SLOW.project, interval_seconds: SLOW.intervalSeconds };
    const config = monitorConfig(
      { url: silent[index % SLOW.ports] },
      { ...change, timeout_ms: SLOW.timeoutMs },
    );
    schedule.set(config, clock.read(), false);
  }
  checker.begin();
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const hanging = checker.inFlight;
  results.length = 0;
  await new Promise((resolve) => setTimeout(resolve, MEASURE_MS));
  void checker.stop();
  const others = results.filter(({ monitor, outcome }) => monitor < 1000 && outcome !== "missed");
  const delays = others.map(
    ({ started_at, scheduled_at }) => Date.parse(started_at) - Date.parse(scheduled_at),
  );
  return {
    delays: delays.sort((a, b) => a - b),
    hanging,
    failed: others.filter(({ outcome }) => outcome !== "up").length,
  };
}

it("barely delays another project's checks while 10,000 monitors of one time out", async () => {
  const { delays, hanging, failed } = await besideHangingChecks();
  const middle = delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY;
  const nominal = (OTHER.monitors * MEASURE_MS) / 1000 / OTHER.intervalSeconds;
  process.stdout.write(
    `beside ${hanging} hanging checks: ${delays.length} of ${nominal} checks, p50 ${middle} ms late\n`,
  );
  expect(hanging).toBeGreaterThan(300);
  expect(failed).toBe(0);
  // A busy machine delays checks less than waiting for the places of hanging ones.
  expect(delays.length).toBeGreaterThan(nominal / 2);
  expect(middle).toBeLessThan(SLOW.timeoutMs / 4);
});
