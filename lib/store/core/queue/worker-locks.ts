import { sql } from "kysely";
import { write } from "@/lib/store/core/connection/statements";
import type { Tx } from "@/lib/store/core/tx";

/** A worker that missed several signs of life is dead. */
const DEAD_AFTER_S = 30;
/** Longer than a statement of the worker may wait for its answer. */
const FORGOTTEN_AFTER_S = 45;

/** Notes that a worker is alive, and forgets those that ended long ago. */
export async function signOfLife(workerId: string): Promise<void> {
  await write(
    `with ended as (delete from job_workers where id <> $1 and seen_at < now() - interval '1 day')
     insert into job_workers as w (id, alive_since, seen_at) values ($1, now(), now())
     on conflict (id) do update set seen_at = now(), alive_since = case
       when w.seen_at < now() - make_interval(secs => $2) then now() else w.alive_since end`,
    [workerId, DEAD_AFTER_S],
  );
}

/**
 * Frees the queues and jobs of workers that gave no sign of life for 30 s: their processes were killed, or can't reach the database.
 * graphile-worker itself would wait four hours, during which a public page would not update, because its rendering has its own queue.
 * Does nothing until the calling worker has been alive for as long.
 */
export async function freeLocksOfDead(workerId: string): Promise<void> {
  await write(
    `with long_ago as (select now() - make_interval(secs => $2) as at),
     locks as (
       select locked_by as id from graphile_worker._private_job_queues, long_ago where locked_at < at
       union select locked_by from graphile_worker._private_jobs, long_ago where locked_at < at
       except select id from job_workers, long_ago where seen_at >= at)
     select graphile_worker.force_unlock_workers(array_agg(id)) from locks
     where exists (select 1 from job_workers, long_ago where id = $1 and alive_since < at) having count(*) > 0`,
    [workerId, DEAD_AFTER_S],
  );
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

/**
 * Frees the jobs that a living worker has locked but doesn't know: it lost the connection after they were locked and before it got
 * them. Otherwise they would wait four hours.
 */
export async function freeForgottenJobs(
  workerId: string,
  known: readonly string[],
  olderThanS = FORGOTTEN_AFTER_S,
): Promise<void> {
  await write(
    `with j as (
       update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
       where locked_by = $1 and id <> all ($2::bigint[]) and locked_at <= now() - make_interval(secs => $3)
       returning job_queue_id)
     update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
     from j where q.id = j.job_queue_id and q.locked_by = $1`,
    [workerId, known, olderThanS],
  );
}
