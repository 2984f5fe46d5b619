import { sql } from "kysely";
import { once } from "@/lib/shared/once";
import { createPartition, partitionsOf, withPartitionLock } from "@/lib/store/retention/partition-tables";

const TABLE = "rollups_hourly";

/** Months (first moments, epoch ms) whose partition is known to exist. */
function known(): Set<number> {
  return once("store.rollup-months", () => new Set());
}

/** Creates the monthly partitions of hourly rollups from `from` to `to`. */
export async function ensureRollupMonths(from: Date, to: Date): Promise<void> {
  const missing = monthsOf(from, to).filter((month) => !known().has(month.getTime()));
  if (missing.length === 0) return;
  for (const month of missing) {
    const name = `${TABLE}_${month.toISOString().slice(0, 7).replace("-", "")}`;
    await createPartition(TABLE, name, month, nextMonth(month));
    known().add(month.getTime());
  }
}

/** Drops the months that ended before `before`. Returns the names of their partitions. */
export async function dropRollupMonths(before: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, until } of await partitionsOf(TABLE)) {
    if (until > before) break;
    await withPartitionLock((trx) => sql`drop table if exists ${sql.table(name)}`.execute(trx));
    dropped.push(name);
  }
  known().clear();
  return dropped;
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
