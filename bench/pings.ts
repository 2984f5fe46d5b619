import { Agent, request } from "node:http";
import { type ApiClient, apiClient } from "@/e2e/support/api-client";
import type { Heartbeat } from "@/lib/contract/checks/heartbeats";
import { monotonicMs } from "@/lib/shared/clock";
import type { Bench, BenchOptions, Measure } from "./bench";
import { startBenchTarget, usageOf } from "./checker/processes";
import { quantile } from "./checker/statistics";
import { end, pause, type Running, startServer, withData } from "./front-door";

const PER_SECOND = 1000;
const GOAL_MS = 5;
/** Each may send one a second. */
const HEARTBEATS = 1200;
const CHECKED = 600;
const KILLS = 20;
/** Acknowledged pings between two kills. Each time, a few more are. */
const ACKNOWLEDGED_BETWEEN = 300;
const TICK_MS = 5;
const VARIABLES = { API_RATE_LIMIT: "1000000", ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a ping. Returns its time, or null unless it was acknowledged. */
function ping(url: string): Promise<number | null> {
  const began = monotonicMs();
  return new Promise((resolve) => {
    const sent = request(url, { agent, method: "POST" }, (response) => {
      response
        .resume()
        .once("end", () => resolve(response.statusCode === 200 ? monotonicMs() - began : null));
    });
    sent.once("error", () => resolve(null)).end();
  });
}

/** Returns a client of the API of a server. */
const apiOf = ({ port }: Running, dataDir: string) =>
  apiClient({ url: `http://127.0.0.1:${port}`, port, dataDir, variables: VARIABLES }, 1);

async function eachOf<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < count; at = next++) made[at] = await work(at);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return made;
}

interface Receiver {
  readonly id: number;
  /** Below the server's origin. */
  readonly path: string;
}

async function makeReceivers(api: ApiClient, count: number): Promise<Receiver[]> {
  return eachOf(count, async (at) => {
    const body = { name: `Job ${at}`, protocol: "heartbeat", request: {} };
    const { id } = await api.post<{ id: number }>("/uptime/monitors", body);
    const { ping_url: url } = await api.get<Heartbeat>(`/uptime/monitors/${id}/heartbeat`);
    return { id, path: new URL(url ?? "").pathname };
  });
}

/** Sends at a constant rate, whatever the answers, until `isOver`. */
async function send(
  port: () => number,
  receivers: readonly Receiver[],
  { perSecond, isOver }: { perSecond: number; isOver: () => boolean },
  onAnswer: (at: number, ms: number | null) => void,
): Promise<void> {
  const began = monotonicMs();
  const open: Promise<void>[] = [];
  for (let sent = 0; !isOver(); await pause(TICK_MS)) {
    for (; sent < ((monotonicMs() - began) * perSecond) / 1000; sent += 1) {
      const at = sent % receivers.length;
      const url = `http://127.0.0.1:${port()}${receivers[at]?.path}`;
      open.push(ping(url).then((ms) => onAnswer(at, ms)));
    }
  }
  await Promise.all(open);
}

/** Ends the last server that `work` started also after an error, because it writes to its data directory until then. */
async function withServers<T>(
  work: (start: () => Promise<Running>, dataDir: string) => Promise<T>,
): Promise<T> {
  return withData(async (dataDir) => {
    let running: Running | null = null;
    const start = async () => {
      running = await startServer(dataDir, VARIABLES);
      return running;
    };
    try {
      return await work(start, dataDir);
    } finally {
      if (running) await end(running);
    }
  });
}

async function speed({ quick }: BenchOptions): Promise<Measure[]> {
  const target = await startBenchTarget();
  return withServers(async (start, dataDir) => {
    const running = await start();
    const api = await apiOf(running, dataDir);
    await eachOf(CHECKED, (at) =>
      api.post("/uptime/monitors", {
        name: `Checked ${at}`,
        protocol: "http",
        interval: 30,
        regions: ["eu-deu-fra"],
        request: { method: "GET", url: `http://127.0.0.1:${target.port}/${at}` },
      }),
    );
    const receivers = await makeReceivers(api, HEARTBEATS);
    const pid = running.child.pid ?? 0;
    const times: number[] = [];
    let refused = 0;
    const during = (seconds: number) => {
      const until = monotonicMs() + seconds * 1000;
      return { perSecond: PER_SECOND, isOver: () => monotonicMs() > until };
    };
    await send(
      () => running.port,
      receivers,
      during(5),
      () => undefined,
    );
    const before = usageOf(pid).cpuSeconds;
    const count = (_: number, ms: number | null) => {
      if (ms === null) refused += 1;
      else times.push(ms);
    };
    await send(() => running.port, receivers, during(quick ? 10 : 40), count);
    const cpuMs = ((usageOf(pid).cpuSeconds - before) * 1000) / times.length;
    target.stop();
    const value = quantile(times, 0.99);
    const note = `${times.length} acknowledged, ${refused} refused, beside ${CHECKED} monitors every 30 s; p50 ${quantile(times, 0.5).toFixed(1)} ms; ${cpuMs.toFixed(2)} ms CPU of the server each`;
    return [{ value, unit: "ms p99", ok: value <= GOAL_MS && refused === 0, noisy: false, note }];
  });
}

async function kills({ quick }: BenchOptions): Promise<Measure[]> {
  return withServers(async (start, dataDir) => {
    let running = await start();
    const receivers = await makeReceivers(await apiOf(running, dataDir), HEARTBEATS);
    const acknowledged = receivers.map(() => 0);
    let all = 0;
    let isOver = false;
    const rule = { perSecond: PER_SECOND / 2, isOver: () => isOver };
    const sending = send(
      () => running.port,
      receivers,
      rule,
      (at, ms) => {
        if (ms === null) return;
        acknowledged[at] = (acknowledged[at] ?? 0) + 1;
        all += 1;
      },
    );
    const times = quick ? 3 : KILLS;
    for (let kill = 0; kill < times; kill += 1) {
      const enough = all + ACKNOWLEDGED_BETWEEN + kill * 7;
      while (all < enough) await pause(1);
      running.child.kill("SIGKILL");
      await running.exited;
      running = await start();
    }
    isOver = true;
    await sending;
    const api = await apiOf(running, dataDir);
    const stored = await eachOf(receivers.length, async (at) => {
      const { signals } = await api.get<Heartbeat>(`/uptime/monitors/${receivers[at]?.id}/heartbeat`);
      return signals[0]?.number ?? 0;
    });
    const lost = acknowledged.reduce((sum, count, at) => sum + Math.max(0, count - (stored[at] ?? 0)), 0);
    const note = `${all} acknowledged at ${PER_SECOND / 2}/s during ${times} kills`;
    return [{ value: lost, unit: "lost", ok: lost === 0 && all > 0, noisy: false, note }];
  });
}

export const benches: Bench[] = [
  {
    id: "pings",
    title: `${PER_SECOND} pings per second beside checks`,
    goal: `≤ ${GOAL_MS} ms p99`,
    run: speed,
  },
  { id: "pings-killed", title: `acknowledged pings lost in ${KILLS} kills`, goal: "0", run: kills },
];
