import { EventEmitter } from "node:events";
import { Logger, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { log } from "@/lib/shared/log";
import { watchedLoop } from "@/lib/shared/loops";
import { workerPool } from "@/lib/store/core/pool";
import { freeForgottenJobs, freeLocksOfDead, signOfLife } from "@/lib/store/core/queue/worker-locks";
import { CLOCK_TASKS } from "./cron";
import type { Running } from "./supervise";

/** Notifications mostly wait for other servers. */
const CONCURRENCY = 10;
/** Jobs fetched at once; more would keep new urgent ones waiting. */
const FETCHED_JOBS = 20;
/** How late a job with a time may start, such as a browser notification that waits for another. Adding a job wakes the workers. */
const POLL_MS = 1000;
const LOCKS_EVERY_MS = 10_000;

const logger = new Logger((scope) => (level, message, meta) => {
  const fields = { ...scope, ...meta };
  if (level === "error") log.error(message, fields);
  else if (level === "warning") log.warn(message, fields);
  else log.debug(message, fields);
});

/** The jobs that a worker has fetched and not finished. */
class FetchedJobs {
  workerId = "";
  readonly #ids = new Set<string>();

  constructor(events: WorkerEvents) {
    events.on("pool:create", ({ workerPool: { id } }) => {
      this.workerId = id;
    });
    events.on("localQueue:getJobs:complete", ({ jobs }) => {
      for (const { id } of jobs) this.#ids.add(id);
    });
    events.on("localQueue:returnJobs", ({ jobs }) => {
      for (const { id } of jobs) this.#ids.delete(id);
    });
    events.on("job:complete", ({ job }) => this.#ids.delete(job.id));
  }

  /** Frees what this worker forgot and what dead ones left. */
  async freeStuck(): Promise<void> {
    await signOfLife(this.workerId);
    await freeForgottenJobs(this.workerId, [...this.#ids]);
    await freeLocksOfDead(this.workerId);
  }

  async freeAll(): Promise<void> {
    await freeForgottenJobs(this.workerId, [], 0);
  }
}

/** Starts a worker that processes jobs until it's stopped or ends by itself. */
export async function startJobWorker(taskList: TaskList): Promise<Running> {
  const loop = watchedLoop("job worker");
  const pool = workerPool(CONCURRENCY, loop.round);
  const events: WorkerEvents = new EventEmitter();
  const fetched = new FetchedJobs(events);
  // Jobs complete one by one, because a batch locks several in any order and could deadlock with transactions that add them.
  const preset = {
    worker: {
      concurrentJobs: CONCURRENCY,
      pollInterval: POLL_MS,
      localQueue: { size: FETCHED_JOBS },
    },
  };
  const options = {
    pgPool: pool,
    preset,
    events,
    noHandleSignals: true,
    taskList,
    parsedCronItems: [],
    logger,
  };
  const runner = await run(options).catch(async (error: unknown) => {
    loop.end();
    await pool.close();
    throw error;
  });
  const freeStuck = () =>
    fetched.freeStuck().catch((error: unknown) => log.warn("could not free stuck jobs", { error }));
  await freeStuck();
  const timer = setInterval(() => void freeStuck(), LOCKS_EVERY_MS);
  const ended = runner.promise.finally(async () => {
    loop.end();
    clearInterval(timer);
    await pool.close();
    await fetched
      .freeAll()
      .catch((error: unknown) => log.warn("could not free the jobs of a worker", { error }));
  });
  ended.catch(() => undefined);
  for (const { task } of CLOCK_TASKS) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 });
  return {
    ended,
    stop: async () => {
      // It rejects if the worker has ended by itself.
      await runner.stop().catch(() => undefined);
      await ended.catch(() => undefined);
    },
  };
}
