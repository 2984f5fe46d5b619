import { pool } from "@/lib/store/core/pool";

/**
 * Frees the jobs that a worker has locked for longer than `olderThanS` but doesn't know: it lost the connection after they
 * were locked and before it got them. Otherwise they would wait four hours.
 */
export async function freeForgottenJobs(
  workerId: string,
  known: readonly string[],
  olderThanS: number,
): Promise<void> {
  await pool().query(
    `with j as (
       update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
       where locked_by = $1 and id <> all ($2::bigint[]) and locked_at <= now() - make_interval(secs => $3)
       returning job_queue_id)
     update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
     from j where q.id = j.job_queue_id and q.locked_by = $1`,
    [workerId, known, olderThanS],
  );
}
