import { sql } from "kysely";
import type { AppId } from "@/lib/contract/apps/registry";
import { read } from "@/lib/store/core/connection/statements";
import { lockInTurn } from "@/lib/store/core/locks/turn";
import { db } from "@/lib/store/core/pool";
import { readPlanned } from "@/lib/store/core/sharding/planned-read";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import {
  AWAITS_EVENT,
  AWAITS_LIMIT,
  IS_BLOCKED,
  LIMIT_IS_TAKEN,
  SENT_WITHIN_LIMIT,
  START_IS_MUTED,
  START_IS_SENT,
} from "./delivery-conditions";
import { LIMITED_UNTIL } from "./rate-limits";

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
  /** Whether it ends the incident for the integration alone. */
  closes: boolean;
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
  /** Whether the integration paused itself while the delivery waited. */
  paused_meanwhile: boolean;
  /** Whether it is the failover by email to the owners. */
  is_fallback: boolean;
  /** Why it is sent here and not to the original integration. */
  failover_note: string | null;
  /** Status of the delivery at the original integration. */
  failed_over_from_status: string | null;
  /** When the rate limit of the integration ends, by the database's clock; null when it isn't rate-limited. */
  rate_limited_until: Date | null;
  /** Whether a rate limit has just ended and waiting deliveries are sent one at a time. */
  is_draining: boolean;
  app: AppId;
  settings: Record<string, unknown>;
  secrets: Buffer | null;
  /** Whether the integration has a pending delivery of an earlier event of the incident. */
  is_blocked: boolean;
  /** Whether an earlier event of the incident, or its recovery, isn't fanned out yet. */
  awaits_event: boolean;
  /** Whether the alert rule's rate limit is used up. A delivery that was attempted before keeps its place. */
  sent_within_limit: boolean;
  /** Whether another notification goes first, which will use up the alert rule's rate limit if it's sent. */
  awaits_limit: boolean;
  /**
   * Whether the incident has ended, either completely or only for the integration, and the integration was, or is
   * being, notified of it.
   */
  recovery_is_covered: boolean;
  /** Whether it reports a recovery, and maintenance windows muted every start for the recipient. */
  start_is_muted: boolean;
  /** Whether a start of the incident was, or may have been, sent to the integration. */
  start_is_sent: boolean;
  /** Whether a digest that included an alert of the incident reported it as recovered. */
  digest_covers_recovery: boolean;
  /** The provider's ID of the incident's first message at this integration, which later messages edit or reply to. */
  first_remote_id: string | null;
}

const OWN = "any ($2::bigint[])";
const SELECT = `
  select d.id, d.project_id, d.event_id, coalesce(e.key, 'test') as event_key, d.alert_rule_id, d.incident_id, d.request_id,
    d.status, d.attempts, d.is_test, d.is_resend, d.is_digest, d.digest_id, d.closes, d.done_steps, d.message_settings, d.occurred_at, d.next_attempt_at,
    coalesce(d.leased_until > clock_timestamp(), false) as is_leased,
    case when d.is_test_incident then 0 else coalesce(r.rate_limit_minutes, 0) end as rate_limit_minutes, p.organization_id, d.integration_id,
    i.name as integration_name, i.paused as integration_paused,
    i.paused and i.pause_reason is not null and d.created_at <= i.updated_at as paused_meanwhile, i.is_fallback,
    d.failover_note, h.status as failed_over_from_status,
    case when l.until > clock_timestamp() then l.until end as rate_limited_until, coalesce(l.until <= clock_timestamp(), false) as is_draining, i.app, i.settings, i.secrets,
    ${IS_BLOCKED(OWN)} as is_blocked, ${AWAITS_EVENT(OWN)} as awaits_event,
    d.attempts = 0 and coalesce(${SENT_WITHIN_LIMIT(OWN)}, false) as sent_within_limit,
    d.attempts = 0 and coalesce(${AWAITS_LIMIT(OWN)}, false) as awaits_limit,
    coalesce(n.status = 'recovered' and exists (select 1 from events oe join deliveries o on o.project_id = oe.project_id and o.project_id = ${OWN} and o.event_id = oe.id
        where oe.project_id = d.project_id and oe.project_id = ${OWN} and oe.incident_id = d.incident_id and oe.key = 'uptime.incident.recovered'
          and o.integration_id = d.integration_id and o.status in ('pending', 'delivered')), false)
      or exists (select 1 from deliveries o where o.project_id = d.project_id and o.project_id = ${OWN} and o.integration_id = d.integration_id and o.incident_id = d.incident_id
        and o.status in ('pending', 'delivered') and o.closes and o.event_id > d.event_id) as recovery_is_covered,
    coalesce(n.status = 'recovered' and exists (select 1 from deliveries o
      where o.project_id = d.project_id and o.project_id = ${OWN} and o.integration_id = d.integration_id and o.incident_id = d.incident_id and o.status = 'delivered'
        and o.covers_recovery and o.finished_at >= n.recovery_at), false) as digest_covers_recovery,
    coalesce(${START_IS_MUTED("deliveries", "integration_id", OWN)}, false) as start_is_muted,
    ${START_IS_SENT("deliveries", "integration_id", OWN)} as start_is_sent,
    (select o.remote_id from deliveries o where o.project_id = d.project_id and o.project_id = ${OWN} and o.integration_id = d.integration_id and o.incident_id = d.incident_id
      and o.remote_id is not null order by o.event_id limit 1) as first_remote_id
  from deliveries d
    join integrations i on i.id = d.integration_id
    cross join lateral (select ${LIMITED_UNTIL("d.integration_id", OWN)} as until) l
    join projects p on p.id = d.project_id
    left join events e on e.project_id = d.project_id and e.project_id = ${OWN} and e.id = d.event_id
    left join deliveries h on h.project_id = d.project_id and h.project_id = ${OWN} and h.id = d.failed_over_from
    left join alert_rules r on r.id = d.alert_rule_id
    left join incidents n on n.project_id = d.project_id and n.project_id = ${OWN} and n.id = d.incident_id
  where d.id = any ($1::bigint[]) and d.project_id = any ($2::bigint[]) order by d.event_id, d.id`;

/** Returns deliveries with everything that decides whether they are sent, in the order of their events. */
export function selectDeliveries(projects: Projects, ids: readonly number[]): Promise<DueDelivery[]> {
  return readPlanned<DueDelivery>(SELECT, [ids, projects]);
}

const LIMIT = `
  select coalesce(${LIMIT_IS_TAKEN(OWN)}, false) as is_taken from deliveries d join alert_rules r on r.id = d.alert_rule_id
  where d.id = $1 and d.project_id = ${OWN}`;

/**
 * Returns whether the alert rule's rate limit is currently used up. Locked per rule, so that two workers can't both find
 * room.
 */
export async function isLimitTaken(trx: Tx, projects: Projects, delivery: DueDelivery): Promise<boolean> {
  await lockInTurn(trx, `alert rule ${delivery.alert_rule_id}`);
  const [row] = await read<{ is_taken: boolean }>(LIMIT, [delivery.id, projects], trx);
  return row?.is_taken ?? false;
}

export interface Recipient {
  id: number;
  name: string;
  email: string;
  phone: string | null;
}

/** Returns members in the order of the IDs; leaves out those who left the organization. */
export async function selectRecipients(organizationId: number, ids: readonly number[]): Promise<Recipient[]> {
  return read<Recipient>(
    `select id, name, email, phone from users where organization_id = $1 and id = any ($2::bigint[])
     order by array_position($2::bigint[], id)`,
    [organizationId, ids],
  );
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
  return read<{ name: string; email: string }>(
    "select distinct name, email from users where role = 'owner' order by email limit 100",
  );
}

export async function selectIntegrationOwner(
  id: number,
): Promise<{ name: string; app: AppId; organization_id: number } | null> {
  const [row] = await read<{ name: string; app: AppId; organization_id: number }>(
    `select i.name, i.app, p.organization_id from integrations i join projects p on p.id = i.project_id where i.id = $1`,
    [id],
  );
  return row ?? null;
}
