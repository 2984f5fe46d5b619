import { sql } from "kysely";
import type { Tx } from "./tx";

/** A periodic task: runs `afterSeconds` past each multiple of `everySeconds` of the epoch. */
export interface ClockTask {
  readonly task: string;
  readonly everySeconds: number;
  readonly afterSeconds: number;
  readonly maxAttempts: number;
}

/** A run that began longer ago belongs to a dead process. */
const RUN_MAX = "2 minutes";

/**
 * Schedules each task for its next time by the database's clock, unless it is already due earlier or running. A task scheduled
 * for a later time predates a clock setback and is moved. Any number of servers may call it, as often as they like.
 */
export async function planClockTasks(trx: Tx, tasks: readonly ClockTask[]): Promise<void> {
  await sql`
    select graphile_worker.add_job(n.task, '{}'::json, run_at := n.run_at, max_attempts := n.max_attempts, job_key := n.task)
    from (
      select c.task, c.max_attempts, to_timestamp(
        (floor((extract(epoch from now()) - c.after_s) / c.every_s) + 1) * c.every_s + c.after_s) as run_at
      from unnest(${tasks.map(({ task }) => task)}::text[], ${tasks.map(({ everySeconds }) => everySeconds)}::int[],
        ${tasks.map(({ afterSeconds }) => afterSeconds)}::int[], ${tasks.map(({ maxAttempts }) => maxAttempts)}::int[])
        as c(task, every_s, after_s, max_attempts)
    ) n
    where not exists (
      select 1 from graphile_worker._private_jobs j where j.key = n.task and (
        (j.locked_at is null and j.run_at <= n.run_at and j.attempts < j.max_attempts)
        or (j.locked_at > now() - ${RUN_MAX}::interval and j.locked_at <= now() + interval '1 minute')))`.execute(
    trx,
  );
}
