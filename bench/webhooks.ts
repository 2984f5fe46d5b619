import { startWorker } from "@/lib/jobs/worker";
import { monotonicMs } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { run } from "@/lib/testing/sql";
import type { Bench, BenchOptions, Measure } from "./bench";
import { inDatabase } from "./ingest-database";
import { ratioOf } from "./verdict";
import {
  makeProjects,
  pending,
  queueIncidents,
  type ReceiverProcess,
  startReceiverProcess,
  until,
} from "./webhooks-setup";

const GOAL_PER_SECOND = 1000;
const WARM = 500;
const PROJECTS = 100;
const BESIDE_MAX = 1.5;
const BESIDE_ROUNDS = 3;
const ALONE_MAX_MS = 50;

const withReceiver = inDatabase(async <T>(work: (receiver: ReceiverProcess) => Promise<T>): Promise<T> => {
  const receiver = await startReceiverProcess();
  setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" });
  try {
    return await work(receiver);
  } finally {
    receiver.stop();
  }
});

/** Drains what is queued. Returns the seconds until `isDone`. */
async function drain(isDone: () => Promise<boolean>): Promise<number> {
  await run`vacuum analyze`;
  const start = monotonicMs();
  const worker = await startWorker();
  await until(isDone, 600_000);
  const seconds = (monotonicMs() - start) / 1000;
  await worker.stop();
  return seconds;
}

const isEmpty = async () => (await pending()) === 0;

async function drainRate({ quick }: BenchOptions): Promise<Measure[]> {
  const count = quick ? 2000 : 10_000;
  return withReceiver(async (receiver) => {
    await makeProjects(1, [receiver.url]);
    await queueIncidents(1, WARM);
    await drain(isEmpty);
    await queueIncidents(WARM + 1, count);
    const cpu = process.cpuUsage();
    const seconds = await drain(isEmpty);
    const { user, system } = process.cpuUsage(cpu);
    const { requests, ids } = await receiver.count();
    const value = Math.round(count / seconds);
    const isWhole = ids === count + WARM && requests === ids;
    const note = `${count} signed webhooks to one integration; ${((user + system) / 1000 / count).toFixed(2)} ms CPU each; ${requests} arrived, ${ids} different`;
    return [{ value, unit: "alerts/s", ok: isWhole && value >= GOAL_PER_SECOND, noisy: false, note }];
  });
}

/** Returns the seconds until the healthy integrations of all projects have their alerts, with `others` beside them. */
async function healthySeconds(count: number, others: readonly string[]): Promise<number> {
  return withReceiver(async (receiver) => {
    await makeProjects(PROJECTS, [receiver.url, ...others.map((path) => receiver.url + path)]);
    await queueIncidents(1, count);
    return drain(async () => (await receiver.count()).requests >= PROJECTS * count);
  });
}

/** Compares them in alternating rounds, because each lasts only a few seconds. */
async function besideBroken({ quick }: BenchOptions): Promise<Measure[]> {
  const count = quick ? 5 : 10;
  const rounds: { alone: number; beside: number }[] = [];
  for (let round = 0; round < BESIDE_ROUNDS; round += 1) {
    const alone = await healthySeconds(count, ["/well", "/well"]);
    rounds.push({ alone, beside: await healthySeconds(count, ["/slow", "/limited"]) });
  }
  const ratio = ratioOf(
    rounds.map(({ alone, beside }) => beside / alone),
    (found) => found <= BESIDE_MAX,
  );
  const each = rounds.map(({ alone, beside }) => `${alone.toFixed(1)} and ${beside.toFixed(1)}`).join(", ");
  const note = `${PROJECTS} projects, 3 integrations each: all healthy, and one hanging and one rate-limited, in ${rounds.length} rounds: ${each} s`;
  return [{ ...ratio, unit: "× all healthy", note }];
}

async function single({ quick }: BenchOptions): Promise<Measure[]> {
  const count = quick ? 20 : 100;
  return withReceiver(async (receiver) => {
    await makeProjects(1, [receiver.url]);
    const worker = await startWorker();
    const delays: number[] = [];
    for (let number = 1; number <= count; number += 1) {
      const at = Date.now();
      await queueOne(number);
      await until(async () => (await receiver.count()).requests === number, 10_000);
      delays.push((await receiver.count()).lastAtMs - at);
    }
    await worker.stop();
    const value = delays.sort((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
    const note = `from the event's commit to the request, one at a time; most ${delays.at(-1)} ms`;
    return [{ value, unit: "ms p50", ok: value <= ALONE_MAX_MS, noisy: false, note }];
  });
}

/** Records an event and wakes the dispatcher, as services do. */
async function queueOne(number: number): Promise<void> {
  await queueIncidents(number, 1);
  await run`select pg_notify('vedette_alerts', '{}')`;
}

export const benches: Bench[] = [
  {
    id: "webhooks",
    title: "queued alerts drained, signed webhooks",
    goal: `≥ ${GOAL_PER_SECOND}/s, each once`,
    run: drainRate,
  },
  {
    id: "webhooks-beside-hanging",
    title: "healthy integrations beside hanging and limited ones",
    goal: `≤ ${BESIDE_MAX} × all healthy`,
    run: besideBroken,
  },
  {
    id: "single-alert",
    title: "one alert, from event to request",
    goal: `≤ ${ALONE_MAX_MS} ms`,
    run: single,
  },
];
