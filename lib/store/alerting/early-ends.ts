import { type Selectable, sql } from "kysely";
import { RULE_REPLACED_MS } from "@/lib/domain/alerting/delivery-schedule";
import type { Ending } from "@/lib/domain/alerting/event-facts";
import type { Tx } from "@/lib/store/core/tx";
import { monitorEntities } from "@/lib/store/maintenance/effects";
import type { Database } from "@/lib/store/schema/tables";
import { IS_END, IS_FREE, STARTS } from "./delivery-conditions";
import { recordEvent, wakeDispatchers } from "./events";

type Incident = Selectable<Database["incidents"]>;

const RECOVERED = "uptime.incident.recovered";
const MONITORS_MAX = 100;

/**
 * Records the end of an incident that is about to be deleted, unless it has recovered. Its events of ends that are still on their way
 * keep what their notifications say, and what pages showed last.
 */
export async function recordDeletedIncident(
  trx: Tx,
  incident: Incident,
  { lastShown, at }: { lastShown: object | null; at: Date },
): Promise<void> {
  const { project_id: projectId, id: incidentId, recovery_at: recoveryAt } = incident;
  const isOver = incident.status === "recovered";
  const over = { ...incident, status: "recovered", recovery_at: isOver ? recoveryAt : at } as const;
  const entities = { ...(await entitiesOf(trx, over, "incident_deleted")), last_shown: lastShown };
  await sql`update events e set entities = e.entities || ${JSON.stringify(entities)}::jsonb
    where e.project_id = ${projectId} and e.incident_id = ${incidentId} and (e.key = ${RECOVERED} or exists (
      select 1 from deliveries d where d.project_id = ${projectId} and d.event_id = e.id and d.closes and d.status = 'pending'))`.execute(
    trx,
  );
  if (!isOver) await recordEvent(trx, { projectId, key: RECOVERED, occurredAt: at, incidentId, entities });
}

async function entitiesOf(trx: Tx, incident: Incident, ending: Ending): Promise<Record<string, unknown>> {
  const { id, slug, type, title, description, state, status, impact, tags } = incident;
  const { rows } = await sql<{ id: number }>`
    select monitor_id as id from incident_monitors where project_id = ${incident.project_id} and incident_id = ${id}
    order by position, monitor_id limit ${MONITORS_MAX}`.execute(trx);
  const monitors = rows.map((row) => row.id);
  const { incident_at: incidentAt, recovery_at: recoveryAt, outage_at: outageAt } = incident;
  const dates = { incidentAt, recoveryAt, outageAt: outageAt ?? incidentAt, endedBy: incident.ended_by };
  return {
    ending,
    incident: { id, slug, type, title, description, state, status, impact, tags: tags ?? [], ...dates },
    affected_monitors: await monitorEntities(trx, incident.project_id, monitors),
  };
}

/** Returns incidents that are open at an integration: it was notified of their start, and no recovery is on its way. */
export async function openIncidentsAt(
  trx: Tx,
  organizationId: number,
  integrationId: number,
): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select i.* from incidents i join projects p on p.id = i.project_id
    where p.organization_id = ${organizationId}
      and (i.status <> 'recovered' or (i.project_id, i.id) in (
        select w.project_id, w.incident_id from events w where w.fanned_out_at is null and w.key = ${RECOVERED}))
      and (select coalesce(max(d.event_id) filter (where e.key in ${sql.raw(STARTS)})
          > coalesce(max(d.event_id) filter (where ${sql.raw(IS_END)}), 0), false)
        from deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
        where d.project_id = i.project_id and d.incident_id = i.id and d.integration_id = ${integrationId})
    order by i.id`.execute(trx);
  return rows;
}

/**
 * Ends an open incident for one integration after its recovery rule was removed, unless another rule adopts it in time.
 * `messageSettings` are those of that rule. The event concerns no one else, so it doesn't belong to the incident.
 */
export async function insertEndFor(
  trx: Tx,
  incident: Incident,
  { integrationId, messageSettings, at }: { integrationId: number; messageSettings: object | null; at: Date },
): Promise<void> {
  const entities = JSON.stringify(await entitiesOf(trx, incident, "rule_removed"));
  const { id } = await trx
    .insertInto("events")
    .values({ project_id: incident.project_id, key: RECOVERED, occurred_at: at, entities, fanned_out_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("deliveries")
    .values({
      project_id: incident.project_id,
      event_id: id,
      integration_id: integrationId,
      incident_id: incident.id,
      occurred_at: at,
      next_attempt_at: new Date(at.getTime() + RULE_REPLACED_MS),
      message_settings: messageSettings && JSON.stringify(messageSettings),
      closes: true,
    })
    .execute();
  await wakeDispatchers(trx);
}

/**
 * Keeps incidents of these types open at an integration whose recovery rule was removed a moment ago, because another one reports their
 * recovery now. Locks them, so that none recovers before that rule exists. A null project means all of the organization.
 */
export async function adoptOpenIncidents(
  trx: Tx,
  {
    integrationId,
    projectId,
    types,
  }: { integrationId: number; projectId: number | null; types: readonly string[] },
): Promise<void> {
  for (const id of projectId === null ? await projectsEndingAt(trx, integrationId) : [projectId]) {
    const { rows } = await sql<{ id: number }>`
      select i.id from incidents i where i.project_id = ${id} and i.status <> 'recovered' and i.type = any (${types}::text[])
        and exists (select 1 from deliveries d where d.project_id = ${id} and d.incident_id = i.id
          and d.integration_id = ${integrationId} and d.status = 'pending' and d.closes)
      order by i.id for no key update`.execute(trx);
    await sql`delete from deliveries d using events e where d.project_id = ${id} and d.incident_id = any (${rows.map((row) => row.id)}::bigint[])
      and d.integration_id = ${integrationId} and d.status = 'pending' and d.closes and d.attempts = 0 and ${sql.raw(IS_FREE)}
      and e.project_id = ${id} and e.id = d.event_id and e.entities ->> 'ending' = 'rule_removed'`.execute(
      trx,
    );
  }
}

/** Returns the projects with a waiting end at the integration. */
async function projectsEndingAt(trx: Tx, integrationId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("deliveries")
    .select("project_id")
    .distinct()
    .where("integration_id", "=", integrationId)
    .where("status", "=", "pending")
    .where("closes", "=", true)
    .orderBy("project_id")
    .execute();
  return rows.map((row) => row.project_id);
}
