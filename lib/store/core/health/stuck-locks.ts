import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/** Longer than the longest queued job (a model's 20 s): a queue locked for longer belongs to a dead process. */
const LOCK_MAX = "3 minutes";

/** Longer than any job without a queue, except the hourly maintenance, which is scheduled again by the clock. */
const JOB_LOCK_MAX = "15 minutes";

/**
 * Frees queues and jobs of processes that were killed while running a job. The worker itself would wait four hours, during which a
 * public page would not update, because its rendering has its own queue.
 */
export async function freeStuckQueues(trx: Tx): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker._private_job_queues
    where locked_at < now() - ${LOCK_MAX}::interval having count(*) > 0`.execute(trx);
  await sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where job_queue_id is null and locked_at < now() - ${JOB_LOCK_MAX}::interval
      and key is distinct from 'hourly_maintenance'`.execute(trx);
}

/**
 * Frees every job and queue. Only call it before the worker starts, on a database without other servers: the embedded one has
 * a single owner, so any lock belongs to a dead process.
 */
export async function freeAllLocks(trx: Tx): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from (
      select locked_by from graphile_worker._private_jobs union select locked_by from graphile_worker._private_job_queues
    ) as locks where locked_by is not null having count(*) > 0`.execute(trx);
}
