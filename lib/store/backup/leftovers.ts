import type pg from "pg";
import { OWN_SCHEMA, OWN_SCHEMA_NAME } from "@/lib/store/core/own-schema";
import type { Job } from "./format";

/** Advances a sequence, never backward, so that an ID is never assigned twice. */
export async function setSequence(
  client: pg.ClientBase,
  sequence: { name: string; last_value: number },
): Promise<void> {
  await client.query(
    `select setval(c.oid::regclass, greatest($2::bigint, s.last_value)) from pg_class c, pg_sequences s
     where c.relkind = 'S' and c.relnamespace = ${OWN_SCHEMA} and c.relname = $1
       and s.schemaname = ${OWN_SCHEMA_NAME} and s.sequencename = $1`,
    [sequence.name, sequence.last_value],
  );
}

/** Adds a waiting job. */
export async function addJob(client: pg.ClientBase, job: Job): Promise<void> {
  await client.query(
    `select graphile_worker.add_job($1, $2::json, queue_name := $3, run_at := $4::timestamptz, max_attempts := $5,
       job_key := $6, priority := $7)`,
    [job.task, JSON.stringify(job.payload), job.queue, job.run_at, job.max_attempts, job.key, job.priority],
  );
}
