import { sql } from "kysely";
import { prepared } from "@/lib/store/core/connection/prepared";
import { write } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { among } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

export interface AttemptRecord {
  projectId: number;
  deliveryId: number;
  attempt: number;
  startedAt: Date;
  durationMs: number;
  outcome: "delivered" | "not_sent" | "retry" | "rejected";
  statusCode: number | null;
  error: string | null;
  request: object;
  response: object | null;
}

const INSERT_ATTEMPTS = prepared(`
  insert into delivery_attempts (project_id, delivery_id, attempt, started_at, duration_ms, outcome, status_code, error, request, response)
  select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::timestamptz[], $5::int[], $6::text[], $7::int[], $8::text[], $9::jsonb[],
    $10::jsonb[])`);

export async function insertAttempts(trx: Tx, attempts: readonly AttemptRecord[]): Promise<void> {
  if (attempts.length === 0) return;
  const column = <K extends keyof AttemptRecord>(key: K) => attempts.map((one) => one[key]);
  const values = [
    column("projectId"),
    column("deliveryId"),
    column("attempt"),
    column("startedAt"),
    column("durationMs"),
    column("outcome"),
    column("statusCode"),
    column("error"),
    column("request").map((one) => JSON.stringify(one)),
    column("response").map((one) => one && JSON.stringify(one)),
  ];
  await write(INSERT_ATTEMPTS, values, trx);
}

/** Returns whether an attempt of a delivery needs no record: it has one, or a later attempt or an end made it obsolete. */
export async function isAttemptRecorded(
  { id, project_id: projectId }: { id: number; project_id: number },
  attempt: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries d where d.project_id = ${projectId} and d.id = ${id} and d.status = 'pending' and d.attempts <= ${attempt}
      and not exists (select from delivery_attempts a where a.project_id = ${projectId} and a.delivery_id = ${id} and a.attempt = ${attempt})`.execute(
    db(),
  );
  return rows.length === 0;
}

/** A step of a delivery that succeeded. */
export interface DoneStep {
  readonly projectId: number;
  readonly deliveryId: number;
  readonly step: string;
}

/** Marks steps as done, so that no retry repeats them. */
export async function markStepsDone(steps: readonly DoneStep[]): Promise<void> {
  const projects = [...new Set(steps.map(({ projectId }) => projectId))];
  await sql`update deliveries d set done_steps = array(select distinct unnest(d.done_steps || n.steps))
    from (select id, array_agg(step) as steps
      from unnest(${steps.map((one) => one.deliveryId)}::bigint[], ${steps.map((one) => one.step)}::text[]) as s(id, step)
      group by id) as n
    where ${among("d.project_id", projects)} and d.id = n.id`.execute(db());
}
