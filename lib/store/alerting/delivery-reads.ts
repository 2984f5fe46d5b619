import { sql } from "kysely";
import { FAN_OUT_MAX_MINUTES } from "@/lib/domain/alerting/delivery-schedule";
import { db, pool } from "@/lib/store/core/pool";
import { readPrepared } from "@/lib/store/core/prepared-read";
import type { Tx } from "@/lib/store/core/tx";

/** A delivery with its integration, as the sender needs it. */
export interface DueDelivery {
  id: number;
  project_id: number;
  event_id: number | null;
  event_key: string;
  alert_rule_id: number | null;
  incident_id: number | null;
  request_id: string;
  status: string;
  attempts: number;
  is_test: boolean;
  is_resend: boolean;
  is_digest: boolean;
  /** The delivery whose message includes this one. */
  digest_id: number | null;
  done_steps: string[];
  message_settings: Record<string, unknown> | null;
  occurred_at: Date;
  next_attempt_at: Date | null;
  /** Whether a worker is sending it, by the database's clock. */
  is_leased: boolean;
  rate_limit_minutes: number;
  organization_id: number;
  integration_id: number;
  integration_name: string;
  integration_paused: boolean;
  /** Whether it is the failover by email to the owners. */
  is_fallback: boolean;
  /** Why it is sent here and not to the original integration. */
  handed_note: string | null;
  /** Status of the delivery at the original integration. */
  handed_from_status: string | null;
  /** When the rate limit of the integration ends, by the database's clock; null when it isn't rate-limited. */
  held_until: Date | null;
  /** Whether a rate limit has just ended and waiting deliveries are sent one at a time. */
  is_draining: boolean;
  app: string;
  settings: Record<string, unknown>;
  secrets: Buffer | null;
}

const SELECT = `
  select d.id, d.project_id, d.event_id, coalesce(e.key, 'test') as event_key, d.alert_rule_id, d.incident_id, d.request_id,
    d.status, d.attempts, d.is_test, d.is_resend, d.is_digest, d.digest_id, d.done_steps, d.message_settings, d.occurred_at, d.next_attempt_at,
    coalesce(d.leased_until > clock_timestamp(), false) as is_leased,
    case when d.is_drill then 0 else coalesce(r.rate_limit_minutes, 0) end as rate_limit_minutes, p.organization_id, d.integration_id,
    i.name as integration_name, i.paused as integration_paused, i.is_fallback,
    d.handed_note, h.status as handed_from_status,
    case when i.hold_until > clock_timestamp() then i.hold_until end as held_until, coalesce(i.hold_until <= clock_timestamp(), false) as is_draining, i.app, i.settings, i.secrets
  from deliveries d
    join integrations i on i.id = d.integration_id
    join projects p on p.id = d.project_id
    left join events e on e.id = d.event_id
    left join deliveries h on h.id = d.handed_from
    left join alert_rules r on r.id = d.alert_rule_id
  where d.id = $1`;

export async function selectDueDelivery(id: number): Promise<DueDelivery | null> {
  return (await readPrepared<DueDelivery>(SELECT, [id]))[0] ?? null;
}

/**
 * Returns what blocks a delivery at this integration: `delivery` when an earlier one for the incident is pending (it starts
 * the next when it ends), `event` when an earlier event or the recovery isn't fanned out yet, or null.
 */
export async function blockerOf(delivery: DueDelivery): Promise<"delivery" | "event" | null> {
  if (delivery.incident_id === null || delivery.event_id === null) return null;
  const { rows } = await pool().query<{ waiting: boolean; unknown: boolean }>(
    `select
       exists (select 1 from deliveries where integration_id = $1 and incident_id = $2 and event_id < $3 and status = 'pending') as waiting,
       exists (select 1 from events where incident_id = $2 and fanned_out_at is null
         and (id < $3 or key = 'uptime.incident.recovered') and created_at > now() - make_interval(mins => $4)) as unknown`,
    [delivery.integration_id, delivery.incident_id, delivery.event_id, FAN_OUT_MAX_MINUTES],
  );
  if (rows[0]?.waiting) return "delivery";
  return rows[0]?.unknown ? "event" : null;
}

/**
 * Returns whether the alert rule's rate limit is used up: another event within it was sent, is being sent, or is pending and
 * earlier. With a transaction, locks the rule, so that two workers don't both find it free.
 */
export async function sentWithin(delivery: DueDelivery, minutes: number, trx?: Tx): Promise<boolean> {
  if (delivery.alert_rule_id === null || delivery.event_id === null || minutes === 0) return false;
  if (trx)
    await sql`select 1 from alert_rules where id = ${delivery.alert_rule_id} for no key update`.execute(trx);
  const { rows } = await sql<{ sent: boolean }>`
    select exists (select 1 from deliveries
      where alert_rule_id = ${delivery.alert_rule_id} and id <> ${delivery.id} and not is_drill
        and (status = 'delivered' or status = 'pending' and (attempts > 0 or event_id < ${delivery.event_id}))
        and occurred_at > ${delivery.occurred_at}::timestamptz - make_interval(mins => ${minutes})
        and occurred_at < ${delivery.occurred_at}::timestamptz + make_interval(mins => ${minutes})) as sent`.execute(
    trx ?? db(),
  );
  return rows[0]?.sent ?? false;
}

/** Returns whether this integration was, or is being, notified of the incident's recovery. */
export async function recoveryIsCovered(delivery: DueDelivery): Promise<boolean> {
  if (delivery.incident_id === null) return false;
  const { rows } = await pool().query<{ sent: boolean }>(
    `select exists (select 1 from deliveries d join events e on e.id = d.event_id
       where d.integration_id = $1 and d.incident_id = $2 and d.status in ('pending', 'delivered')
         and e.key = 'uptime.incident.recovered') as sent`,
    [delivery.integration_id, delivery.incident_id],
  );
  return rows[0]?.sent ?? false;
}

/** Returns the provider's ID of the incident's first message at this integration, which later messages edit or reply to. */
export async function firstRemoteId(delivery: DueDelivery): Promise<string | null> {
  if (delivery.incident_id === null) return null;
  const { rows } = await pool().query<{ remote_id: string }>(
    `select remote_id from deliveries where integration_id = $1 and incident_id = $2 and remote_id is not null
     order by event_id limit 1`,
    [delivery.integration_id, delivery.incident_id],
  );
  return rows[0]?.remote_id ?? null;
}

export interface Recipient {
  id: number;
  name: string;
  email: string;
  phone: string | null;
}

/** Returns members in the order of the IDs; leaves out those who left the organization. */
export async function selectRecipients(organizationId: number, ids: readonly number[]): Promise<Recipient[]> {
  const { rows } = await pool().query<Recipient>(
    `select id, name, email, phone from users where organization_id = $1 and id = any ($2::bigint[])
     order by array_position($2::bigint[], id)`,
    [organizationId, ids],
  );
  return rows;
}

/** Returns owners and admins (or only owners), who are notified when an integration pauses itself. */
export async function selectOwners(
  organizationId: number,
  roles: readonly string[] = ["owner", "admin"],
  trx?: Tx,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select id, name, email, phone from users where organization_id = ${organizationId} and role = any (${roles}::text[]) order by id limit 100`.execute(
    trx ?? db(),
  );
  return rows;
}

/** Returns the owners of every organization. */
export async function selectAllOwners(): Promise<{ name: string; email: string }[]> {
  const { rows } = await pool().query<{ name: string; email: string }>(
    "select distinct name, email from users where role = 'owner' order by email limit 100",
  );
  return rows;
}

/** Returns an integration with its organization. */
export async function selectIntegrationOwner(
  id: number,
): Promise<{ name: string; app: string; organization_id: number } | null> {
  const { rows } = await pool().query<{ name: string; app: string; organization_id: number }>(
    `select i.name, i.app, p.organization_id from integrations i join projects p on p.id = i.project_id where i.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Returns due events that haven't been fanned out, oldest first. */
export async function selectUnfannedEvents(before: Date, limit: number): Promise<number[]> {
  const { rows } = await pool().query<{ id: number }>(
    "select id from events where fanned_out_at is null and created_at < $1 order by id limit $2",
    [before, limit],
  );
  return rows.map((row) => row.id);
}

/** Returns overdue pending deliveries that wait neither for another delivery nor for a rate limit. */
export async function selectOverdueDeliveries(before: Date, limit: number): Promise<number[]> {
  const { rows } = await pool().query<{ id: number }>(
    `select d.id from deliveries d
       join integrations i on i.id = d.integration_id
     where d.status = 'pending' and d.next_attempt_at < $1 and coalesce(d.leased_until <= now(), true)
       and coalesce(i.hold_until <= now(), true)
       and not exists (select 1 from deliveries o where o.integration_id = d.integration_id and o.incident_id = d.incident_id
         and o.event_id < d.event_id and o.status = 'pending')
     order by d.next_attempt_at limit $2`,
    [before, limit],
  );
  return rows.map((row) => row.id);
}
