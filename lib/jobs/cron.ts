import { log } from "@/lib/shared/log";
import { pullForward } from "@/lib/store/core/clock-setback";
import { type ClockTask, planClockTasks } from "@/lib/store/core/clock-tasks";
import { tx } from "@/lib/store/core/tx";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const PLAN_MS = 15_000;

/**
 * What runs by the clock. These tasks look at what is due, not at which minute it is: the worker adds each once when it starts, and that
 * makes up for whatever was missed while no server ran.
 */
export const CLOCK_TASKS: readonly ClockTask[] = [
  { task: "tick", everySeconds: MINUTE, afterSeconds: 0, maxAttempts: 1 },
  { task: "seal_all", everySeconds: MINUTE, afterSeconds: 0, maxAttempts: 1 },
  { task: "upkeep", everySeconds: HOUR, afterSeconds: 5 * MINUTE, maxAttempts: 3 },
];

/**
 * Plans the next run of each task, four times a minute and by the database's time. Graphile-worker's own cron goes by the clock of the node
 * and waits for it: set back by an hour it was silent for an hour, and one node ahead of the database kept all the others silent (F11).
 */
export function startClock(): { stop(): Promise<void> } {
  let planning = Promise.resolve();
  const plan = async () => {
    try {
      await tx(async (trx) => {
        await pullForward(trx);
        await planClockTasks(trx, CLOCK_TASKS);
      });
    } catch (error) {
      log.warn("could not schedule the recurring jobs; trying again shortly", { error });
    }
  };
  const timer = setInterval(() => {
    planning = planning.then(plan);
  }, PLAN_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return planning;
    },
  };
}
