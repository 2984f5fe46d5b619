import { sql } from "kysely";
import { once } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";
import { createPartition, partitionsOf, withPartitionLock } from "@/lib/store/retention/partition-tables";

const TABLE = "rollups_hourly";
/** The partition without a lower bound: rows from before monthly partitions, and older ones from a backup. */
const OLDEST = "rollups_hourly_before";

/** Months (first moments, epoch ms) whose partition is known to exist. */
function known(): Set<number> {
  return once("store.rollup-months", () => new Set());
}

/** Creates the monthly partitions of hourly rollups from `from` to `to`. */
export async function ensureRollupMonths(from: Date, to: Date): Promise<void> {
  const missing = monthsOf(from, to).filter((month) => !known().has(month.getTime()));
  if (missing.length === 0) return;
  const before = (await partitionsOf(TABLE)).find(({ name }) => name === OLDEST)?.until ?? new Date(0);
  for (const month of missing) {
    const name = `${TABLE}_${month.toISOString().slice(0, 7).replace("-", "")}`;
    if (month >= before) await createPartition(TABLE, name, month, nextMonth(month));
    known().add(month.getTime());
  }
}

/** Drops the months that ended before `before`; the oldest partition is emptied instead. Returns their names. */
export async function dropRollupMonths(before: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, until } of await partitionsOf(TABLE)) {
    if (until > before) break;
    if (name === OLDEST && !(await hasRows(name))) continue;
    const verb = sql.raw(name === OLDEST ? "truncate" : "drop table if exists");
    await withPartitionLock((trx) => sql`${verb} ${sql.table(name)}`.execute(trx));
    dropped.push(name);
  }
  known().clear();
  return dropped;
}

async function hasRows(name: string): Promise<boolean> {
  const { rows } = await pool().query<{ filled: boolean }>(`select exists (select from ${name}) as filled`);
  return rows[0]?.filled ?? false;
}

function monthsOf(from: Date, to: Date): Date[] {
  const months: Date[] = [];
  let month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth()));
  while (month <= to) {
    months.push(month);
    month = nextMonth(month);
  }
  return months;
}

function nextMonth(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
}
