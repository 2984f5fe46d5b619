import { log } from "@/lib/shared/log";
import { watchedLoop } from "@/lib/shared/loops";
import { pullJobsForward, pullNotificationsForward } from "@/lib/store/core/clock-setback";
import { type ClockTask, planClockTasks } from "@/lib/store/core/clock-tasks";
import { tx } from "@/lib/store/core/tx";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const PLAN_MS = 15_000;

/**
 * Recurring jobs. They process whatever is due, regardless of the current minute. The worker adds each once on startup,
 * which catches up on anything missed while no server was running.
 */
export const CLOCK_TASKS: readonly ClockTask[] = [
  { task: "tick", everySeconds: MINUTE, afterSeconds: 0, maxAttempts: 1 },
  { task: "ingest_deferred", everySeconds: MINUTE, afterSeconds: 0, maxAttempts: 1 },
  { task: "check_domains", everySeconds: 30, afterSeconds: 0, maxAttempts: 1 },
  { task: "render_all_pages", everySeconds: MINUTE, afterSeconds: 0, maxAttempts: 1 },
  { task: "hourly_maintenance", everySeconds: HOUR, afterSeconds: 5 * MINUTE, maxAttempts: 3 },
];

/**
 * Schedules the next run of each job, four times a minute and by the database's clock. Graphile Worker's own cron uses the
 * node's clock and waits for it: a clock set back by an hour would stop it for an hour, and one node ahead of the database
 * would stop all others.
 */
export function startClock(): { stop(): Promise<void> } {
  let planning = Promise.resolve();
  const loop = watchedLoop("job scheduler");
  const plan = async () => {
    try {
      await tx(async (trx) => {
        await pullJobsForward(trx);
        await planClockTasks(trx, CLOCK_TASKS);
      });
      await pullNotificationsForward();
    } catch (error) {
      log.warn("could not schedule what is due by time; trying again shortly", { error });
    }
    loop.round();
  };
  const timer = setInterval(() => {
    planning = planning.then(plan);
  }, PLAN_MS);
  return {
    stop: () => {
      clearInterval(timer);
      loop.end();
      return planning;
    },
  };
}
