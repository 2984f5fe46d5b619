import { execFileSync } from "node:child_process";
import type { Region } from "@/lib/contract/core/regions";
import { ingest } from "@/lib/engine/ingest";
import { monotonicMs, now } from "@/lib/shared/clock";
import { pool } from "@/lib/store/core/pool";
import type { Bench, BenchOptions, Measure } from "./bench";
import { treeCpuSeconds } from "./checker/processes";
import { databaseRoot } from "./cpu";
import { checkResult } from "./ingest";
import { benchMonitors, inDatabase } from "./ingest-database";

const REGIONS: Region[] = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];
const INTERVAL_MS = 60_000;
const BATCH = 500;
const PARALLEL = 4;
const WARM_UP_MS = 10_000;
const FAILING_EVERY = 1000;
/** Coprime to the number of monitors: what is due in a second is spread over the whole table, as by the scheduler's hash. */
const STRIDE = 7919;
/** Not a goal for one small machine: just high enough for the figure to mean something. */
const GOAL_PER_SECOND = 3000;

interface Progress {
  results: number;
  readonly batchMs: number[];
}

/** Yields batches of one region in the order of their scheduled times, as fast as they are taken. */
function* batches(ids: readonly number[], startMs: number) {
  const perMs = ids.length / INTERVAL_MS;
  const due = (first: number) =>
    Array.from({ length: BATCH }, (_, index) => ids[((first + index) * STRIDE) % ids.length] ?? 0);
  for (let taken = 0; ; taken += BATCH) {
    const at = startMs + Math.floor(taken / perMs);
    const round = Math.floor(taken / ids.length);
    // The scheduler spreads a monitor's regions over the interval too.
    for (const [index, region] of REGIONS.entries())
      yield due(taken + Math.floor((ids.length * index) / REGIONS.length)).map((id) =>
        checkResult(id, at, (id + round) % FAILING_EVERY === 0, region),
      );
  }
}

async function load(ids: readonly number[], durationMs: number): Promise<Progress> {
  const progress: Progress = { results: 0, batchMs: [] };
  const queue = batches(ids, now().getTime() - durationMs);
  const until = monotonicMs() + durationMs;
  const takers = Array.from({ length: PARALLEL }, async () => {
    while (monotonicMs() < until) {
      const batch = queue.next().value;
      if (!batch) return;
      const begun = monotonicMs();
      await ingest(batch, null, now().getTime());
      progress.results += batch.length;
      progress.batchMs.push(monotonicMs() - begun);
    }
  });
  await Promise.all(takers);
  return progress;
}

/** Returns the resident memory of the database's processes, in MB. What they share counts for each. */
function databaseMegabytes(root: number): number {
  const table = execFileSync("ps", ["-o", "rss=", "--ppid", String(root)], { encoding: "utf8" });
  return table.split("\n").reduce((total, line) => total + Number(line), 0) / 1024;
}

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const monitors = quick ? 20_000 : 1_000_000;
  const durationMs = quick ? 15_000 : 20_000;
  const ids = await benchMonitors(monitors, REGIONS);
  await load(ids, WARM_UP_MS);
  const root = await databaseRoot();
  const usedBefore = [process.cpuUsage(), treeCpuSeconds(root)] as const;
  const begun = monotonicMs();
  const { results, batchMs } = await load(ids, durationMs);
  const server = process.cpuUsage(usedBefore[0]);
  const serverUs = (server.user + server.system) / results;
  const databaseUs = ((treeCpuSeconds(root) - usedBefore[1]) * 1e6) / results;
  const seconds = (monotonicMs() - begun) / 1000;
  const rate = results / seconds;
  const due = (monitors * REGIONS.length) / (INTERVAL_MS / 1000);
  const { rows } = await pool().query<{ opened: number; mb: number }>(
    `select (select count(*) from incidents) as opened,
         pg_database_size(current_database()) / 1e6 as mb`,
  );
  const sorted = [...batchMs].sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const memory = `server ${Math.round(process.memoryUsage.rss() / 1048576)} MB, database ${Math.round(databaseMegabytes(root))} MB in memory and ${Math.round(rows[0]?.mb ?? 0)} MB on disk`;
  const lag = Math.max(0, seconds * (1 - rate / due));
  const note = `${monitors} monitors in ${REGIONS.length} regions, ${Math.round(due)} results/s due; after ${Math.round(seconds)} s ${Math.round(lag)} s behind; p95 of a batch of ${BATCH} ${Math.round(p95)} ms; ${Math.round(serverUs)} µs of CPU per result in the server and ${Math.round(databaseUs)} in the database; ${memory}; ${rows[0]?.opened} incidents`;
  return [{ value: Math.round(rate), unit: "results/s", ok: rate >= GOAL_PER_SECOND, noisy: false, note }];
}

export const benches: Bench[] = [
  {
    id: "ingest-million",
    title: "a million monitors in three regions through ingest",
    goal: `≥ ${GOAL_PER_SECOND} results/s`,
    run: inDatabase(run),
  },
];
