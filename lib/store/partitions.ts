import { sql } from "kysely";
import { once } from "@/lib/shared/once";
import { db, pool } from "./pool";

const LOCK_KEY = 7_243_313;
const DAY_MS = 24 * 3600_000;

/** Days (UTC midnights, epoch ms) whose partition this process knows to exist. */
function known(): Set<number> {
  return once("store.partitions", () => new Set());
}

/** Makes the daily partitions of raw results that the given times (epoch milliseconds) need. */
export async function ensurePartitionsFor(times: Iterable<number>): Promise<void> {
  const missing = new Set<number>();
  for (const time of times) {
    const day = Math.floor(time / DAY_MS) * DAY_MS;
    if (!known().has(day)) missing.add(day);
  }
  for (const day of [...missing].sort((a, b) => a - b)) await createPartition(day);
}

/** Makes the partitions from a day back to a week ahead of `nowMs`. Called at start and every hour. */
export async function ensurePartitions(nowMs: number): Promise<void> {
  await ensurePartitionsFor(Array.from({ length: 9 }, (_, index) => nowMs + (index - 1) * DAY_MS));
}

async function createPartition(day: number): Promise<void> {
  const from = new Date(day).toISOString();
  const to = new Date(day + DAY_MS).toISOString();
  const name = partitionName(day);
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
      await sql`create table if not exists ${sql.table(name)} partition of results
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx);
    });
  known().add(day);
}

function partitionName(day: number): string {
  return `results_${new Date(day).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** Days (UTC midnights, epoch milliseconds) that have a partition of raw results, oldest first. */
export async function partitionDays(): Promise<number[]> {
  const { rows } = await pool().query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'results'::regclass order by 1",
  );
  return rows.flatMap(({ name }) => dayOf(name) ?? []).sort((a, b) => a - b);
}

/**
 * Drops the partition of a day; returns its name. Failures that hold evidence are taken over into `kept_failures` first, unless
 * `evidence` is `lost`: a full disk has no room for them. Fails after two seconds when somebody still reads it.
 */
export async function dropPartition(day: number, evidence: "kept" | "lost" = "kept"): Promise<string> {
  const name = partitionName(day);
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      if (evidence === "kept" && (await sql`select to_regclass(${name}) as t`.execute(trx)).rows.some(exists))
        await sql`insert into kept_failures select * from ${sql.table(name)} where detail ? 'trace'
          on conflict do nothing`.execute(trx);
      await sql`drop table if exists ${sql.table(name)}`.execute(trx);
    });
  known().delete(day);
  return name;
}

/** Drops the partitions that end before `beforeMs` (epoch milliseconds), oldest first; returns their names. */
export async function dropPartitionsBefore(beforeMs: number): Promise<string[]> {
  const dropped: string[] = [];
  for (const day of await partitionDays()) {
    if (day + DAY_MS <= beforeMs) dropped.push(await dropPartition(day));
  }
  return dropped;
}

function exists(row: unknown): boolean {
  return (row as { t: string | null }).t !== null;
}

function dayOf(name: string): number | null {
  const match = /^results_(\d{4})(\d{2})(\d{2})$/.exec(name);
  return match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : null;
}
