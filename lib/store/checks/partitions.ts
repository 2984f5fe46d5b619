import { sql } from "kysely";
import { DAY_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";
import { read, write } from "@/lib/store/core/connection/statements";
import { eachPart, type Projects } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
import { createPartition, partitionsOf, withPartitionLock } from "@/lib/store/retention/partition-tables";
import { inBatches } from "@/lib/store/retention/purges";
import { ensureRollupMonths } from "./rollup-months";

const MOVED_ROWS = 1000;

/** Days (UTC midnights, epoch ms) whose partition is known to exist. */
function known(): Set<number> {
  return once("store.partitions", () => new Set());
}

/** Creates the daily partitions of raw results for the given times (epoch milliseconds). */
export async function ensurePartitionsFor(times: Iterable<number>): Promise<void> {
  const missing = new Set<number>();
  for (const time of times) {
    const day = Math.floor(time / DAY_MS) * DAY_MS;
    if (!known().has(day)) missing.add(day);
  }
  for (const day of [...missing].sort((a, b) => a - b)) {
    await createPartition("results", partitionName(day), new Date(day), new Date(day + DAY_MS));
    known().add(day);
  }
}

/** Creates partitions, including those of hourly rollups, from a day before `nowMs` to a week after. Runs at start and every hour. */
export async function ensurePartitions(nowMs: number): Promise<void> {
  await ensureRollupMonths(new Date(nowMs - DAY_MS), new Date(nowMs + 7 * DAY_MS));
  await ensurePartitionsFor(Array.from({ length: 9 }, (_, index) => nowMs + (index - 1) * DAY_MS));
}

/** Returns the name of a day's partition. */
export function partitionName(day: number): string {
  return `results_${new Date(day).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** Returns the days (UTC midnights, epoch milliseconds) that have a partition of raw results, oldest first. */
export async function partitionDays(): Promise<number[]> {
  return (await partitionsOf("results")).map(({ until }) => until.getTime() - DAY_MS);
}

/**
 * Drops the partition of a day and returns its name. Moves failures with saved requests to `kept_failures` first, unless
 * `exchanges` is `lost`, because a full disk has no space for them. Fails after two seconds while the partition is being read.
 */
export async function dropPartition(day: number, exchanges: "kept" | "lost" = "kept"): Promise<string> {
  const name = partitionName(day);
  if (exchanges === "kept") await moveStoredRequests(name);
  await withPartitionLock((trx) => sql`drop table if exists ${sql.table(name)}`.execute(trx));
  known().delete(day);
  return name;
}

/** Moves in separate batches, so that moved rows stay moved when the drop has to wait. */
async function moveStoredRequests(name: string): Promise<void> {
  const rows = await read<{ exists: boolean }>("select to_regclass($1) is not null as exists", [name]);
  if (!rows[0]?.exists) return;
  await eachPart("stored requests of a day", async (projects) => {
    let moved: number;
    do {
      moved = await inBatches(MOVED_ROWS, (limit) => moveSome(name, projects, limit));
    } while (moved > 0);
  });
}

async function moveSome(name: string, projects: Projects, limit: number): Promise<number> {
  const first = `select * from ${name} where project_id = any ($2::bigint[]) and detail ? 'trace' order by monitor_id, region, scheduled_at limit $1`;
  return tx(async (trx) => {
    const values = [limit, projects];
    await write(
      `insert into kept_failures select * from (${first}) moved on conflict do nothing`,
      values,
      trx,
    );
    return write(
      `delete from ${name} where project_id = any ($2::bigint[]) and ctid = any (array(${first.replace("*", "ctid")}))`,
      values,
      trx,
    );
  });
}
