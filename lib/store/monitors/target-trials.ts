import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/** A host and port that checks connect to. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface Trials {
  /** Those of the hosts asked for. */
  used: Place[];
  /** Different hosts and ports within the window. */
  targets: number;
  /** Seconds until the oldest of them leaves the window; 0 when there are none. */
  frees_in: number;
}

/** Returns which targets a project used within the last `windowSeconds`, by the database's clock. */
export async function readTrials(
  trx: Tx,
  projectId: number,
  hosts: readonly string[],
  windowSeconds: number,
): Promise<Trials> {
  const since = sql`(now() - make_interval(secs => ${windowSeconds}))`;
  const { rows } = await sql<Trials>`
    select coalesce(json_agg(json_build_object('host', host, 'port', port)) filter (where host = any (${hosts}::text[])), '[]') as used,
      count(*)::int as targets, coalesce(ceil(extract(epoch from min(tried_at) - ${since})), 0)::int as frees_in
    from target_trials where project_id = ${projectId} and tried_at > ${since}`.execute(trx);
  return rows[0] ?? { used: [], targets: 0, frees_in: 0 };
}

export async function noteTrials(trx: Tx, projectId: number, places: readonly Place[]): Promise<void> {
  await sql`insert into target_trials (project_id, host, port, tried_at)
    select ${projectId}::bigint, n.host, n.port, now()
    from unnest(${places.map(({ host }) => host)}::text[], ${places.map(({ port }) => port)}::int[]) as n(host, port)
    order by n.host, n.port
    on conflict (project_id, host, port) do update set tried_at = excluded.tried_at`.execute(trx);
}
