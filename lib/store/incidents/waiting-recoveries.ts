import { sql } from "kysely";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

export interface WaitingRecovery {
  id: number;
  project_id: number;
  up_since: Date;
}

/** Locks incidents whose wait for stable recovery is over. Skips those locked by another server. */
export async function lockStableRecoveries(
  trx: Tx,
  projects: Projects,
  now: Date,
  limit: number,
): Promise<WaitingRecovery[]> {
  const { rows } = await sql<WaitingRecovery>`
    select id, project_id, up_since from incidents
    where ${among("project_id", projects)} and stable_at <= ${now} and up_since is not null and status <> 'recovered'
    order by id limit ${limit} for update skip locked`.execute(trx);
  return rows;
}
