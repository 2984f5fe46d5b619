import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

export interface Trials {
  /** Whether this host and port are already among them. */
  known: boolean;
  /** Different ports of this host within the last hour. */
  ports: number;
  /** Different hosts and ports within the last hour. */
  targets: number;
  /** Seconds until the oldest of them is an hour old; 0 when there are none. */
  frees_in: number;
}

const HOUR = sql`(now() - interval '1 hour')`;

/** Returns which targets a project used within the last hour, by the database's clock. */
export async function readTrials(trx: Tx, projectId: number, host: string, port: number): Promise<Trials> {
  const { rows } = await sql<Trials>`
    select coalesce(bool_or(host = ${host} and port = ${port}), false) as known,
      count(*) filter (where host = ${host})::int as ports, count(*)::int as targets,
      coalesce(ceil(extract(epoch from min(tried_at) - ${HOUR})), 0)::int as frees_in
    from target_trials where project_id = ${projectId} and tried_at > ${HOUR}`.execute(trx);
  return rows[0] ?? { known: false, ports: 0, targets: 0, frees_in: 0 };
}

export async function noteTrial(trx: Tx, projectId: number, host: string, port: number): Promise<void> {
  await sql`insert into target_trials (project_id, host, port) values (${projectId}, ${host}, ${port})
    on conflict (project_id, host, port) do update set tried_at = now()`.execute(trx);
}
