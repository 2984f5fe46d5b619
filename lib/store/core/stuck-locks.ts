import { sql } from "kysely";
import type { Tx } from "./tx";

/** Longer than the longest job of any queue (a model's 20 s): a queue locked longer than this belongs to a process that died. */
const LOCK_MAX = "3 minutes";

/**
 * Frees queues of processes that were killed while a job of theirs ran. The worker itself would wait four hours: a public page would
 * stand still for as long, because its sealing has a queue of its own.
 */
export async function freeStuckQueues(trx: Tx): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker._private_job_queues
    where locked_at < now() - ${LOCK_MAX}::interval having count(*) > 0`.execute(trx);
}

/**
 * Frees every job and queue. Only for a database that nobody else works on, before our worker starts: the embedded one has a single
 * owner, so whatever is locked then was locked by a process that is gone.
 */
export async function freeAllLocks(trx: Tx): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from (
      select locked_by from graphile_worker._private_jobs union select locked_by from graphile_worker._private_job_queues
    ) as locks where locked_by is not null having count(*) > 0`.execute(trx);
}
