import { sql } from "kysely";
import { FAILOVER_EVENTS, NEWS_OF_OPEN } from "@/lib/domain/alerting/failover";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { RATE_LIMITED_TOO_LONG, STARTS } from "./delivery-conditions";

export interface FailoverTarget {
  id: number;
  name: string;
}

/** Returns the first integration that wasn't notified of this event and is neither paused nor rate-limited. */
export async function firstNotNotified(
  trx: Tx,
  event: { projectId: number; id: number },
  integrationIds: readonly number[],
): Promise<FailoverTarget | null> {
  const { rows } = await sql<FailoverTarget>`
    select i.id, i.name from integrations i
    where i.id = any (${integrationIds}::bigint[]) and not i.paused
      and not exists (select 1 from integration_limits l where l.project_id = ${event.projectId} and l.integration_id = i.id and l.limited_until > clock_timestamp())
      and not exists (select 1 from deliveries d where d.project_id = ${event.projectId} and d.event_id = ${event.id} and d.integration_id = i.id
        and d.status not in ('rate_limited', 'muted'))
    order by array_position(${integrationIds}::bigint[], i.id) limit 1`.execute(trx);
  return rows[0] ?? null;
}

/** Returns the project's failover by email to its owners; creates it on first use. */
export async function ownersIntegration(trx: Tx, projectId: number): Promise<FailoverTarget> {
  const existing = trx
    .selectFrom("integrations")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .where("is_fallback", "=", true);
  const found = await existing.executeTakeFirst();
  if (found) return found;
  await sql`insert into integrations (project_id, app, name, is_fallback) values (${projectId}, 'email', 'Owners by mail', true)
    on conflict (project_id) where is_fallback do nothing`.execute(trx);
  return existing.executeTakeFirstOrThrow();
}

/**
 * Marks an alert as failed over; false when it already was, or when it isn't a real alert (a test, a test incident, a manual
 * resend).
 */
export async function markFailedOver(
  trx: Tx,
  { id, project_id: projectId }: { id: number; project_id: number },
  words: string,
): Promise<boolean> {
  const row = await trx
    .updateTable("deliveries")
    .set({ failed_over: words })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("failed_over", "is", null)
    .where("is_test", "=", false)
    .where("is_test_incident", "=", false)
    .where("is_resend", "=", false)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a waiting delivery and returns when its rate limit ends, if that is too long for an alert; null otherwise. */
export async function lockRateLimitedTooLong(
  trx: Tx,
  { id, project_id: projectId }: { id: number; project_id: number },
): Promise<Date | null> {
  const { rows } = await sql<{ limited_until: Date }>`
    select l.limited_until from deliveries d join integration_limits l on l.project_id = ${projectId} and l.integration_id = d.integration_id
    where d.project_id = ${projectId} and d.id = ${id} and ${sql.raw(RATE_LIMITED_TOO_LONG("l.limited_until"))} for no key update of d`.execute(
    trx,
  );
  return rows[0]?.limited_until ?? null;
}

export interface Failover {
  projectId: number;
  fromId: number;
  integrationId: number;
  /** The alert rule that names the integration, whose rate limit applies there; null for the owners. */
  ruleId: number | null;
  messageSettings: object | null;
  note: string;
  now: Date;
}

/**
 * Inserts the failover delivery of an alert; a digest becomes one digest. Reuses a suppressed delivery there, and leaves a
 * sent one unchanged. Leaves out starts of incidents that have recovered. Returns how many alerts it covers.
 */
export async function insertFailover(trx: Tx, failover: Failover): Promise<number> {
  const settings = failover.messageSettings && JSON.stringify(failover.messageSettings);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into deliveries as there (project_id, event_id, integration_id, incident_id, occurred_at, next_attempt_at,
        alert_rule_id, message_settings, failed_over_from, failover_note)
      select d.project_id, d.event_id, ${failover.integrationId}, d.incident_id, d.occurred_at, ${failover.now}::timestamptz,
        ${failover.ruleId}::bigint, ${settings}::json, d.id, ${failover.note}
      from deliveries d join events e on e.project_id = ${failover.projectId} and e.project_id = d.project_id and e.id = d.event_id
      where d.project_id = ${failover.projectId} and (d.id = ${failover.fromId} or d.digest_id = ${failover.fromId}) and d.status = 'pending' and not d.is_test_incident
        and e.key = any (${FAILOVER_EVENTS}::text[]) and (e.key <> all (${NEWS_OF_OPEN}::text[]) or not exists (
          select 1 from incidents n where n.project_id = ${failover.projectId} and n.project_id = d.project_id and n.id = d.incident_id and n.status = 'recovered'))
      on conflict (event_id, integration_id, project_id) do update set status = 'pending', reason = null, finished_at = null,
        attempts = 0, done_steps = '{}', is_digest = false, digest_id = null, alert_rule_id = excluded.alert_rule_id, next_attempt_at = excluded.next_attempt_at, message_settings = excluded.message_settings,
        failed_over_from = excluded.failed_over_from, failover_note = excluded.failover_note
      where there.status in ('rate_limited', 'muted')
      returning id, event_id)
    select id from made order by event_id`.execute(trx);
  const [leader, ...others] = rows.map((row) => row.id);
  if (leader === undefined) return 0;
  if (others.length > 0) {
    await sql`update deliveries set is_digest = (id = ${leader}), digest_id = nullif(${leader}::bigint, id),
      next_attempt_at = case when id = ${leader} then next_attempt_at end
      where project_id = ${failover.projectId} and id = any (${[leader, ...others]}::bigint[])`.execute(trx);
  }
  return rows.length;
}

/** Inserts deliveries of recoveries to the owners, to whom their incident's start has failed over. No alert rule names them. */
export async function insertRecoveriesForOwners(
  trx: Tx,
  projects: Projects,
  eventIds: readonly number[],
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    insert into deliveries (project_id, event_id, integration_id, incident_id, occurred_at, next_attempt_at)
    select e.project_id, e.id, i.id, e.incident_id, e.occurred_at, ${now}::timestamptz
    from events e join integrations i on i.project_id = e.project_id and i.is_fallback
    where e.id = any (${eventIds}::bigint[]) and ${among("e.project_id", projects)} and e.key = 'uptime.incident.recovered'
      and exists (select 1 from deliveries d join events s on ${among("s.project_id", projects)} and s.project_id = d.project_id and s.id = d.event_id
        where ${among("d.project_id", projects)} and d.project_id = e.project_id and d.integration_id = i.id and d.incident_id = e.incident_id and d.status in ('pending', 'delivered')
          and s.key in ${sql.raw(STARTS)})
    on conflict (event_id, integration_id, project_id) do nothing`.execute(trx);
}
