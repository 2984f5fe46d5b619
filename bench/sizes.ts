import path from "node:path";
import { ingest } from "@/lib/engine/ingest";
import { monotonicMs, now } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";
import { writeBackup } from "@/lib/store/backup/file";
import { pool } from "@/lib/store/core/pool";
import type { Bench, BenchOptions, Measure } from "./bench";
import { scratchFolder } from "./checker/scratch";
import { checkResult } from "./ingest";
import { benchMonitors, inDatabase } from "./ingest-database";
import { seedRollups } from "./reports-seed";

const MONITORS = 1000;
const RAW_DAYS = 7;
/** As in lib/engine/retention/rollup: hourly rollups for 400 days, daily ones forever. */
const HOURLY_DAYS = 400;
const TWO_YEARS_DAYS = 730;
const FAILING_EVERY = 1000;
const GIGABYTE = 1e9;
const GOAL_GB = 6;
/** 2.2 GB in two minutes. */
const BACKUP_MB_PER_SECOND = 2200 / 120;

interface Size {
  readonly rows: number;
  readonly bytes: number;
}

/** Returns a table's rows and its bytes with indexes and TOAST, all partitions together. */
async function sizeOf(table: string): Promise<Size> {
  const { rows } = await pool().query<Size>(
    `select (select count(*) from ${table})::float8 as rows,
       (select sum(pg_total_relation_size(oid)) from pg_class
         where relkind = 'r' and (oid = '${table}'::regclass or oid in (select inhrelid from pg_inherits where inhparent = '${table}'::regclass)))::float8 as bytes`,
  );
  return rows[0] ?? { rows: 0, bytes: 0 };
}

/** Ingests results of every monitor each minute, through the same code as a runner's. */
async function ingestHours(ids: readonly number[], hours: number): Promise<void> {
  const start = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS - hours * 60 * MINUTE_MS;
  for (let minute = 0; minute < hours * 60; minute += 1) {
    const at = start + minute * MINUTE_MS;
    const results = ids.map((id) =>
      checkResult(id, at + (id % 60) * 1000, (id + minute) % FAILING_EVERY === 0),
    );
    await ingest(results, null, at + MINUTE_MS);
  }
}

/** Measures how much of the database, as it is on disk, a backup reads in a second. */
async function backedUp(): Promise<Measure> {
  const { rows } = await pool().query<{ bytes: number }>(
    "select pg_database_size(current_database())::float8 as bytes",
  );
  const [megabytes, startMs] = [(rows[0]?.bytes ?? 0) / 1e6, monotonicMs()];
  const file = path.join(scratchFolder(), "backup");
  await writeBackup(file, { createdAt: now(), secretDigest: "", withResults: true, passphrase: "bench" });
  const value = megabytes / ((monotonicMs() - startMs) / 1000);
  const note = `${megabytes.toFixed(0)} MB, encrypted`;
  return { value, unit: "MB/s backed up", ok: value >= BACKUP_MB_PER_SECOND, noisy: false, note };
}

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const ids = await benchMonitors(MONITORS);
  await pool().query("update monitors set interval_seconds = 60");
  const hours = quick ? 1 : 4;
  await ingestHours(ids, hours);
  await seedRollups(quick ? 10 : 30, 1);
  const [raw, hourly, daily] = [
    await sizeOf("results"),
    await sizeOf("rollups_hourly"),
    await sizeOf("rollups_daily"),
  ];
  const perDay = (size: Size, rowsADay: number) => (size.bytes / size.rows) * rowsADay * MONITORS;
  const [rawDay, hourlyDay, dailyDay] = [perDay(raw, 1440), perDay(hourly, 24), perDay(daily, 1)];
  const total = rawDay * RAW_DAYS + hourlyDay * HOURLY_DAYS + dailyDay * TWO_YEARS_DAYS;
  const line = (name: string, size: Size, day: number) =>
    `${name} ${(size.bytes / size.rows).toFixed(0)} bytes per row (${size.rows} rows), ${(day / 1e6).toFixed(2)} MB per day`;
  const note = [
    line("raw", raw, rawDay),
    line("hourly", hourly, hourlyDay),
    line("daily", daily, dailyDay),
  ].join("; ");
  return [
    { value: total / GIGABYTE, unit: "GB", ok: total / GIGABYTE <= GOAL_GB, noisy: false, note },
    await backedUp(),
  ];
}

export const benches: Bench[] = [
  {
    id: "sizes",
    title: "1,000 monitors, 7 days raw, 2 years of rollups · backup",
    goal: `≤ ${GOAL_GB} GB · ≥ ${BACKUP_MB_PER_SECOND.toFixed(0)} MB/s`,
    run: inDatabase(run),
  },
];
