import { Logger, run, type TaskList } from "graphile-worker";
import { Dispatcher } from "@/lib/alerting/dispatcher";
import { isEmbedded } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { endAllLeases } from "@/lib/store/alerting/leases";
import { freeAllLocks } from "@/lib/store/core/health/stuck-locks";
import { workerPool } from "@/lib/store/core/pool";
import { type Tx, tx } from "@/lib/store/core/tx";
import { CLOCK_TASKS, startClock } from "./cron";
import { DROPPED_NAMES, FORMER_NAMES } from "./former-names";
import { tasks } from "./tasks";

/** Notifications mostly wait for other servers. */
const CONCURRENCY = 10;
/** Jobs fetched at once; more would keep new urgent ones waiting. */
const FETCHED_JOBS = 20;
/** How late a job with a time may start, such as a browser notification that waits for another. Adding a job wakes the workers. */
const POLL_MS = 1000;

const logger = new Logger((scope) => (level, message, meta) => {
  const fields = { ...scope, ...meta };
  if (level === "error") log.error(message, fields);
  else if (level === "warning") log.warn(message, fields);
  else log.debug(message, fields);
});

async function endDeadWork(trx: Tx): Promise<void> {
  await freeAllLocks(trx);
  await endAllLeases(trx);
}

function formerTasks(): TaskList {
  return {
    ...Object.fromEntries(DROPPED_NAMES.map((name) => [name, () => Promise.resolve()])),
    ...Object.fromEntries(Object.entries(FORMER_NAMES).map(([former, name]) => [former, tasks[name]])),
  };
}

/**
 * Starts processing jobs, scheduling recurring ones, and dispatching notifications. `stop` waits for what is running.
 * Several processes can run one worker each.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  if (isEmbedded()) await tx(endDeadWork);
  const pool = workerPool(CONCURRENCY);
  const runner = await run({
    pgPool: pool,
    preset: {
      worker: {
        concurrentJobs: CONCURRENCY,
        pollInterval: POLL_MS,
        localQueue: { size: FETCHED_JOBS },
        completeJobBatchDelay: 0,
      },
    },
    noHandleSignals: true,
    taskList: { ...tasks, ...formerTasks() },
    parsedCronItems: [],
    logger,
  });
  // The promise rejects if the worker's pool breaks permanently. The supervisor then restarts the process.
  runner.promise.catch((error: unknown) => log.error("the job worker stopped", { error }));
  for (const { task } of CLOCK_TASKS) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 });
  const clock = startClock();
  const dispatcher = new Dispatcher();
  dispatcher.start();
  return {
    stop: async () => {
      await Promise.all([clock.stop(), dispatcher.stop()]);
      await runner.stop();
      await pool.end();
    },
  };
}
