import { HOURLY_ROLLUP_DAYS } from "@/lib/domain/core/retention";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { dropPartition, partitionDays } from "@/lib/store/checks/partitions";
import { dropRollupMonths } from "@/lib/store/checks/rollup-months";
import { monitorSlices, rollUpDay, rollUpHours } from "@/lib/store/checks/rollups";
import { saveProgress, stepProgress } from "@/lib/store/retention/maintenance-steps";

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** Progress of both: everything before that moment (epoch milliseconds) is added up. */
const HOURS = "hourly_rollups";
const DAYS = "daily_rollups";

/**
 * Adds up complete hours and days. Every hour and every day is a step of its own that is kept as progress: a run that fails or is killed
 * resumes there, and what was missed while no server ran is made up for.
 */
export async function rollUp(now: Date): Promise<void> {
  const days = await partitionDays();
  const end = floor(now, HOUR_MS);
  // That hour again: results that came late.
  const from = await resumeAt(HOURS, end, days, HOUR_MS);
  for (let start = from; start < end; start += HOUR_MS) {
    await rollUpHours(new Date(start), new Date(start + HOUR_MS));
    await saveProgress(HOURS, start + HOUR_MS);
  }
  await rollUpDays(now, days);
}

/** Complete UTC days, with their hours again: spooled results arrive up to a day late. */
async function rollUpDays(now: Date, days: readonly number[]): Promise<void> {
  const today = floor(now, DAY_MS);
  for (let day = await resumeAt(DAYS, today, days, 0); day < today; day += DAY_MS) {
    // The day before may have got spooled results since.
    for (const each of [day, day - DAY_MS]) {
      if (!days.includes(each)) continue;
      for await (const slice of monitorSlices(new Date(each))) {
        if (each === day) await rollUpHours(new Date(day), new Date(day + DAY_MS), slice);
        await rollUpDay(new Date(each), slice);
      }
    }
    await saveProgress(DAYS, day + DAY_MS);
  }
}

/**
 * Returns where to resume: `again` milliseconds before the progress, and not before the oldest raw results. Progress beyond `end` was made
 * while the clock was ahead and proves nothing.
 */
async function resumeAt(step: string, end: number, days: readonly number[], again: number): Promise<number> {
  const progress = await stepProgress(step);
  const [oldest = end] = days;
  return progress === null || progress > end ? oldest : Math.max(oldest, progress - again);
}

/** Returns the moment (epoch milliseconds) before which every day is added up; 0 when that isn't known. */
export async function addedUpUntil(now: Date): Promise<number> {
  const progress = (await stepProgress(DAYS)) ?? 0;
  return progress > now.getTime() ? 0 : progress;
}

/** Drops raw results that are older than they are kept, by whole days, and never before they are added up. */
export async function dropOldResults(now: Date): Promise<void> {
  const keptFrom = now.getTime() - env().RETENTION_DAYS * DAY_MS;
  const until = Math.min(keptFrom, await addedUpUntil(now));
  const partitions: string[] = [];
  for (const day of await partitionDays()) {
    if (day + DAY_MS <= until) partitions.push(await dropPartition(day));
  }
  if (partitions.length > 0) log.info("raw results dropped", { partitions });
}

/** Drops hourly rollups that are older than they are kept, by whole months. */
export async function dropOldRollups(now: Date): Promise<void> {
  const partitions = await dropRollupMonths(new Date(now.getTime() - HOURLY_ROLLUP_DAYS * DAY_MS));
  if (partitions.length > 0) log.info("hourly rollups dropped", { partitions });
}

function floor(time: Date, stepMs: number): number {
  return Math.floor(time.getTime() / stepMs) * stepMs;
}
