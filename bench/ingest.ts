import type { CheckResult } from "@/lib/contract/checks/check";
import { ResultBatch } from "@/lib/contract/checks/check";
import type { Region } from "@/lib/contract/core/regions";
import { ingest } from "@/lib/engine/ingest";
import { monotonicMs, now } from "@/lib/shared/clock";
import { pool } from "@/lib/store/core/pool";
import { batchOf } from "@/lib/testing/runners/reports";
import type { Bench, BenchOptions, Measure } from "./bench";
import { median } from "./checker/statistics";
import { benchMonitors, inDatabase } from "./ingest-database";
import { ratioOf } from "./verdict";

const BATCH = 500;
const PARALLEL = 2;
/** As many servers with several connections each. */
const PARALLEL_WITH_INCIDENTS = 8;
const GOAL_SHARE = 0.85;
const GOAL_PER_SECOND = 20_000;

/** One failing check in a thousand, as in a typical fleet. */
const FAILING_EVERY = 1000;

/** Returns a realistic result with consecutive phases like those of an HTTPS check. */
export function checkResult(
  monitor: number,
  at: number,
  down: boolean,
  region: Region = "eu-deu-fra",
): CheckResult {
  const time = new Date(at).toISOString();
  return {
    monitor,
    region,
    config_version: 1,
    scheduled_at: time,
    started_at: time,
    outcome: down ? "down" : "up",
    status_code: down ? null : 200,
    error: down ? { code: "connect_refused", message: "connection refused" } : null,
    timings: {
      total: 42_000,
      dns: 900,
      connect: 5100,
      tls: 9000,
      send: 80,
      first_byte: 26_000,
      transfer: 920,
    },
    remote_address: down ? null : "192.0.2.1",
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
  };
}

/** Returns the batches of one round, each monitor once, as the JSON text that runners send. */
function round(ids: readonly number[], at: number, number: number, failingEvery = FAILING_EVERY): string[] {
  const batches: string[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const results = ids
      .slice(start, start + BATCH)
      .map((id, index) => checkResult(id, at + index, (id + number) % failingEvery === 0));
    batches.push(JSON.stringify(batchOf(results)));
  }
  return batches;
}

/** Measures the results per second of one round: parse, validate, decide, store, commit. */
async function measureRound(batches: string[], parallel = PARALLEL): Promise<number> {
  const queue = [...batches];
  const start = monotonicMs();
  const takers = Array.from({ length: parallel }, async () => {
    for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
      const batch = ResultBatch.parse(JSON.parse(text));
      await ingest(batch.results, null, now().getTime());
    }
  });
  await Promise.all(takers);
  return (batches.length * BATCH) / ((monotonicMs() - start) / 1000);
}

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const monitors = quick ? 20_000 : 50_000;
  const rounds = 5;
  const ids = await benchMonitors(monitors);
  const base = now().getTime() - (rounds + 2) * 30_000;
  const rates: number[] = [];
  for (let number = 0; number < rounds + 2; number += 1) {
    const rate = await measureRound(round(ids, base + number * 30_000, number));
    // The first two rounds set each monitor's first state and warm the caches.
    if (number >= 2) rates.push(rate);
  }
  const value = median(rates);
  const spread = (Math.max(...rates) - Math.min(...rates)) / value;
  const note = `${monitors} monitors, batches of ${BATCH}, ${PARALLEL} at a time; rounds ${rates.map((rate) => Math.round(rate)).join(" ")}`;
  return [
    {
      value: Math.round(value),
      unit: "results/s",
      ok: value >= GOAL_PER_SECOND,
      noisy: spread > 0.5,
      note,
    },
  ];
}

/** Compares rounds in which one monitor in a thousand opens an incident, and another one recovers, with rounds of successes. */
async function runWithIncidents({ quick }: BenchOptions): Promise<Measure[]> {
  const monitors = quick ? 10_000 : 50_000;
  const pairs = 4;
  const ids = await benchMonitors(monitors);
  await pool().query("update monitors set incident_confirmations = 1, recovery_confirmations = 1");
  const base = now().getTime() - (2 * pairs + 4) * 30_000;
  const rates: { calm: number[]; failing: number[] } = { calm: [], failing: [] };
  for (let number = 0; number < 2 * pairs + 2; number += 1) {
    const kind = number % 2 === 0 ? "calm" : "failing";
    const every = kind === "failing" ? FAILING_EVERY : Number.POSITIVE_INFINITY;
    const batches = round(ids, base + number * 30_000, number, every);
    const rate = await measureRound(batches, PARALLEL_WITH_INCIDENTS);
    if (number >= 2) rates[kind].push(rate);
  }
  const { rows } = await pool().query<{ opened: number }>("select count(*) as opened from incidents");
  const list = (values: number[]) => values.map((rate) => Math.round(rate)).join(" ");
  const note = `${monitors} monitors, ${PARALLEL_WITH_INCIDENTS} batches at a time, ${rows[0]?.opened} incidents; without ${list(rates.calm)}, with ${list(rates.failing)} results/s`;
  const shares = rates.failing.map((rate, pair) => rate / (rates.calm[pair] ?? rate));
  return [{ ...ratioOf(shares, (share) => share >= GOAL_SHARE), unit: "of the rate", note }];
}

export const benches: Bench[] = [
  {
    id: "ingest",
    title: "ingest into embedded PostgreSQL, everything on 2 cores",
    goal: "≥ 20,000 results/s",
    run: inDatabase(run),
  },
  {
    id: "ingest-incidents",
    title: "ingest while 1 in 1,000 checks opens an incident",
    goal: `≥ ${GOAL_SHARE} of the rate`,
    run: inDatabase(runWithIncidents),
  },
];
