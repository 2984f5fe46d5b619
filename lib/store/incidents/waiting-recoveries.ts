import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/** Returns the incident that the monitor keeps open; null without one. */
export async function openIncidentOf(trx: Tx, monitorId: number): Promise<number | null> {
  const row = await trx
    .selectFrom("open_monitor_incidents")
    .select("incident_id")
    .where("monitor_id", "=", monitorId)
    .executeTakeFirst();
  return row?.incident_id ?? null;
}

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
