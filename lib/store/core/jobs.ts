import { sql } from "kysely";
import type { Tx } from "./tx";

export interface JobOptions {
  /** A later job with the same key replaces a waiting one, for throttling and debouncing. */
  key?: string;
  runAt?: Date;
  /** Jobs in the same queue run one after another. */
  queue?: string;
  maxAttempts?: number;
  priority?: number;
}

/** Adds a graphile-worker job in the caller's transaction, so that the job exists exactly when the change does. */
export async function addJob(
  trx: Tx,
  task: string,
  payload: object,
  options: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task}, ${JSON.stringify(payload)}::json,
    queue_name := ${options.queue ?? null}, run_at := ${options.runAt ?? null},
    max_attempts := ${options.maxAttempts ?? null}, job_key := ${options.key ?? null}, priority := ${options.priority ?? null})`.execute(
    trx,
  );
}
