import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { dropPartitionsBefore, ensurePartitions, partitionDays } from "@/lib/store/partitions";
import { deleteHoursBefore, newestRollups, rollUpDay, rollUpHours } from "@/lib/store/rollups";

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Hourly rollups are kept this long; daily ones for ever. */
const HOURLY_DAYS = 400;

/**
 * Adds up complete hours since the newest rollup, that hour again (results that came late), at most as far back as raw
 * results are kept. Hours that were missed while no server ran are made up for.
 */
export async function rollUp(now: Date): Promise<void> {
  const newest = await newestRollups(now);
  const end = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const oldest = await oldestRaw(now);
  const from = Math.max(oldest, newest.hour ? newest.hour.getTime() - HOUR_MS : oldest);
  for (let start = from; start < end; start += HOUR_MS)
    await rollUpHours(new Date(start), new Date(start + HOUR_MS));
  await rollUpDays(now, newest.day, oldest);
}

/** Complete UTC days since the newest one, with their hours again: spooled results arrive up to a day late. */
async function rollUpDays(now: Date, newestDay: string | null, oldest: number): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const first = Math.max(oldest, newestDay ? Date.parse(`${newestDay}T00:00:00Z`) + DAY_MS : oldest);
  for (let day = first; day < today; day += DAY_MS) {
    await rollUpHours(new Date(day), new Date(day + DAY_MS));
    await rollUpDay(new Date(day));
    // The day before may have got spooled results since.
    await rollUpDay(new Date(day - DAY_MS));
  }
}

/** The first UTC day whose raw results are all still there: retention drops a day only when the last moment of it is too old. */
async function oldestRaw(now: Date): Promise<number> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const [first = today] = await partitionDays();
  return Math.max(first, today - env().RETENTION_DAYS * DAY_MS);
}

/** Makes partitions ahead, and drops what is older than it is kept. Raw results go by whole partitions. */
export async function housekeep(now: Date): Promise<void> {
  await ensurePartitions(now.getTime());
  const dropped = await dropPartitionsBefore(now.getTime() - env().RETENTION_DAYS * DAY_MS);
  if (dropped.length > 0) log.info("raw results dropped", { partitions: dropped });
  await deleteHoursBefore(new Date(now.getTime() - HOURLY_DAYS * DAY_MS));
}
