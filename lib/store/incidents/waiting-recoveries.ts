import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

export interface HeldIncident {
  id: number;
  project_id: number;
  held_since: Date;
}

/** Locks incidents whose wait for stable recovery is over. Skips those locked by another server. */
export async function lockHeldIncidents(trx: Tx, now: Date, limit: number): Promise<HeldIncident[]> {
  const { rows } = await sql<HeldIncident>`
    select id, project_id, held_since from incidents
    where held_until <= ${now} and held_since is not null and status <> 'recovered'
    order by id limit ${limit} for update skip locked`.execute(trx);
  return rows;
}
