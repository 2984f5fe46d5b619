import { sql } from "kysely";
import type { Tx } from "./tx";

/** When other engine-made incidents of the monitor recovered in the span before `at`; epoch milliseconds. */
export async function earlierRecoveries(
  trx: Tx,
  lookup: { monitorId: number; incidentId: number; at: Date; spanMs: number },
): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(im.recovered_at, i.recovery_at) as at from incident_monitors im join incidents i on i.id = im.incident_id
    where im.monitor_id = ${lookup.monitorId} and i.id <> ${lookup.incidentId} and i.type = 'monitor' and i.status = 'recovered'
      and i.recovery_at > ${new Date(lookup.at.getTime() - lookup.spanMs)}`.execute(trx);
  return rows.map((row) => row.at.getTime());
}

/** Until when a locked incident waits before it counts as recovered; null when it does not wait. */
export async function heldUntil(trx: Tx, incidentId: number): Promise<Date | null> {
  const row = await trx
    .selectFrom("incidents")
    .select("held_until")
    .where("id", "=", incidentId)
    .executeTakeFirst();
  return row?.held_until ?? null;
}

/** The incident that the monitor holds open; null without one. */
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

/** Incidents that held long enough, locked; those that another server works on are skipped. */
export async function lockHeldIncidents(trx: Tx, now: Date, limit: number): Promise<HeldIncident[]> {
  const { rows } = await sql<HeldIncident>`
    select id, project_id, held_since from incidents
    where held_until <= ${now} and held_since is not null and status <> 'recovered'
    order by id limit ${limit} for update skip locked`.execute(trx);
  return rows;
}
