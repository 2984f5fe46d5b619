import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

export interface Trials {
  /** Whether this host and port are already among them. */
  known: boolean;
  /** Different ports of this host within the window. */
  ports: number;
  /** Different hosts and ports within the window. */
  targets: number;
  /** Seconds until the oldest of them leaves the window; 0 when there are none. */
  frees_in: number;
}

/** Returns which targets a project used within the last `windowSeconds`, by the database's clock. */
export async function readTrials(
  trx: Tx,
  projectId: number,
  { host, port }: { readonly host: string; readonly port: number },
  windowSeconds: number,
): Promise<Trials> {
  const since = sql`(now() - make_interval(secs => ${windowSeconds}))`;
  const { rows } = await sql<Trials>`
    select coalesce(bool_or(host = ${host} and port = ${port}), false) as known,
      count(*) filter (where host = ${host})::int as ports, count(*)::int as targets,
      coalesce(ceil(extract(epoch from min(tried_at) - ${since})), 0)::int as frees_in
    from target_trials where project_id = ${projectId} and tried_at > ${since}`.execute(trx);
  return rows[0] ?? { known: false, ports: 0, targets: 0, frees_in: 0 };
}

export async function noteTrial(trx: Tx, projectId: number, host: string, port: number): Promise<void> {
  await sql`insert into target_trials (project_id, host, port) values (${projectId}, ${host}, ${port})
    on conflict (project_id, host, port) do update set tried_at = now()`.execute(trx);
}
