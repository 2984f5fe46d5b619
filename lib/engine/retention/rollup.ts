import { HOURLY_ROLLUP_DAYS } from "@/lib/domain/core/retention";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { dropPartition, partitionDays } from "@/lib/store/checks/partitions";
import { dropRollupMonths } from "@/lib/store/checks/rollup-months";
import { type MonitorSlice, monitorSlices, rollUpDay, rollUpHours } from "@/lib/store/checks/rollups";
import { forgetProgress, saveProgress, stepProgress } from "@/lib/store/retention/maintenance-steps";

/** Progress keys. Everything before the stored moment (epoch milliseconds) is rolled up. */
const HOURS = "hourly_rollups";
const DAYS = "daily_rollups";

/**
 * Rolls up complete hours and days, in slices of monitors. Progress is saved after each, so a failed or killed run resumes there,
 * and missed time is caught up.
 */
export async function rollUp(now: Date): Promise<void> {
  const days = await partitionDays();
  const end = floor(now, HOUR_MS);
  // Repeats the last hour for results that arrived late.
  const from = await resumeAt(HOURS, end, days, HOUR_MS);
  for (let start = from; start < end; start += HOUR_MS) {
    if (days.includes(floor(new Date(start), DAY_MS))) await rollUpHour(start);
    await saveProgress(HOURS, start + HOUR_MS);
  }
  await rollUpDays(now, days);
}

async function rollUpHour(start: number): Promise<void> {
  const day = new Date(floor(new Date(start), DAY_MS));
  await inSlices(day, `${HOURS} of ${new Date(start).toISOString()}`, (slice) =>
    rollUpHours(new Date(start), new Date(start + HOUR_MS), slice),
  );
}

/** Rolls up slices of the monitors of a day, saving progress under `step` in between. A killed run resumes with the next slice. */
async function inSlices(
  day: Date,
  step: string,
  rollUpSlice: (slice: MonitorSlice) => Promise<void>,
): Promise<void> {
  const saved = await stepProgress(step);
  let isSaved = saved !== null;
  let done: number | null = null;
  for await (const slice of monitorSlices(day, saved ?? -1)) {
    // Most installations have a single slice.
    if (done !== null) await saveProgress(step, done);
    isSaved ||= done !== null;
    await rollUpSlice(slice);
    done = slice.last;
  }
  if (isSaved) await forgetProgress(step);
}

/** Rolls up complete UTC days and their hours again, because spooled results arrive up to a day late. */
async function rollUpDays(now: Date, days: readonly number[]): Promise<void> {
  const today = floor(now, DAY_MS);
  for (let day = await resumeAt(DAYS, today, days, 0); day < today; day += DAY_MS) {
    // Spooled results may have arrived for the day before.
    for (const each of [day, day - DAY_MS])
      if (days.includes(each)) await rollUpDaySlices(each, each === day);
    await saveProgress(DAYS, day + DAY_MS);
  }
}

function rollUpDaySlices(day: number, withHours: boolean): Promise<void> {
  const step = `${withHours ? DAYS : `${DAYS}, again,`} of ${new Date(day).toISOString()}`;
  return inSlices(new Date(day), step, async (slice) => {
    if (withHours) await rollUpHours(new Date(day), new Date(day + DAY_MS), slice);
    await rollUpDay(new Date(day), slice);
  });
}

/**
 * Returns where to resume: `again` milliseconds before the progress, but not before the oldest raw results. Ignores
 * progress beyond `end`, which was saved while the clock was ahead.
 */
async function resumeAt(step: string, end: number, days: readonly number[], again: number): Promise<number> {
  const progress = await stepProgress(step);
  const [oldest = end] = days;
  return progress === null || progress > end ? oldest : Math.max(oldest, progress - again);
}

/** Returns the moment (epoch milliseconds) before which every day is rolled up, or 0 if unknown. */
export async function addedUpUntil(now: Date): Promise<number> {
  const progress = (await stepProgress(DAYS)) ?? 0;
  return progress > now.getTime() ? 0 : progress;
}

/** Drops raw results past their retention by whole days, but never before they are rolled up. */
export async function dropOldResults(now: Date): Promise<void> {
  const keptFrom = now.getTime() - env().RETENTION_DAYS * DAY_MS;
  const until = Math.min(keptFrom, await addedUpUntil(now));
  const partitions: string[] = [];
  for (const day of await partitionDays()) {
    if (day + DAY_MS <= until) partitions.push(await dropPartition(day));
  }
  if (partitions.length > 0) log.info("raw results dropped", { partitions });
}

/** Drops hourly rollups past their retention, by whole months. */
export async function dropOldRollups(now: Date): Promise<void> {
  const partitions = await dropRollupMonths(new Date(now.getTime() - HOURLY_ROLLUP_DAYS * DAY_MS));
  if (partitions.length > 0) log.info("hourly rollups dropped", { partitions });
}

function floor(time: Date, stepMs: number): number {
  return Math.floor(time.getTime() / stepMs) * stepMs;
}
