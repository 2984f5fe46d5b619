import { sql } from "kysely";
import { FAILOVER_EVENTS } from "@/lib/domain/alerting/failover";
import { prepared } from "@/lib/store/core/connection/prepared";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { readPlanned } from "@/lib/store/core/sharding/planned-read";
import { allParts, type Projects, requireNodeOf } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { AWAITS_EVENT, BLOCKS, IS_BLOCKED, IS_FREE, RATE_LIMITED_TOO_LONG } from "./delivery-conditions";
import type { DueDelivery } from "./delivery-reads";
import { IS_DUE_AFTER_LIMIT, LIMITED_UNTIL } from "./rate-limits";
import { OVERDUE_EVENT } from "./unfanned-events";

/** The projects of the statement. */
const OWN = "any ($6::bigint[])";

/** The integrations that have pending deliveries. PostgreSQL before 18 doesn't skip from one to the next by itself. */
const WAITING = `waiting as (
    (select integration_id from deliveries where status = 'pending' and next_attempt_at is not null and project_id = ${OWN} order by integration_id limit 1)
    union all
    select (select n.integration_id from deliveries n where n.status = 'pending' and n.next_attempt_at is not null and n.project_id = ${OWN}
      and n.integration_id > w.integration_id order by n.integration_id limit 1)
    from waiting w where w.integration_id is not null)`;

const IS_DUE = "d.status = 'pending' and d.next_attempt_at <= $1";

/** How many of an integration's due deliveries are examined one by one. In a mass outage, nearly all of them wait for the one before. */
const LOOKED_AT = 200;

/** How many of an integration's due deliveries join its open digest at once. They aren't sent, so its own limit doesn't apply. */
const JOIN_AT_ONCE = 50;

const HAS_OPEN_DIGEST = `exists (select 1 from deliveries l where l.integration_id = i.id and l.project_id = ${OWN} and l.is_digest and l.status = 'pending' and l.attempts = 0)`;

/** Builds the query for due deliveries of the integrations with pending ones, longest overdue first. */
const selectionOf = (branches: readonly string[]) =>
  prepared(`
  with recursive ${WAITING},
  open as (
    select i.id, l.until > clock_timestamp() as is_limited, l.until <= clock_timestamp() as is_draining, l.until, i.is_fallback,
      case when ${HAS_OPEN_DIGEST} then ${JOIN_AT_ONCE} else least(coalesce(b.free, $4), ceil($5::float8 / count(*) over ()))::int end as most
    from waiting w join integrations i on i.id = w.integration_id
      cross join lateral (select ${LIMITED_UNTIL("i.id", OWN)} as until) l
      left join unnest($2::bigint[], $3::int[]) as b(integration, free) on b.integration = i.id
    where coalesce(b.free, $4) > 0)
  select due.id from open i cross join lateral (${branches.join(" union all ")}) due
  order by due.next_attempt_at, due.id limit $5`);

/** The first delivery of each incident that blocks later ones, for an integration with more due deliveries than are looked at. */
const HEADS = (after: string) => `select h.incident_id, h.event_id from deliveries h
  where h.integration_id = i.id and h.project_id = ${OWN} and ${BLOCKS("h")} ${after}
  order by h.incident_id, h.event_id limit 1`;

/** Those that nothing blocks: of the first ones, and, if too few are among them, of those at the head of their incident or without one. */
const UNBLOCKED = `(with recursive first as materialized (
    select d.* from deliveries d
    where i.until is null and d.integration_id = i.id and d.project_id = ${OWN} and ${IS_DUE} and ${IS_FREE}
    order by d.next_attempt_at, d.id limit ${LOOKED_AT}),
  ready as materialized (
    select d.id, d.next_attempt_at from first d where not ${IS_BLOCKED(OWN)} and not ${AWAITS_EVENT(OWN)}
    order by d.next_attempt_at, d.id limit i.most),
  heads as (
    (${HEADS(`and h.incident_id is not null and (select count(*) from first) = ${LOOKED_AT} and (select count(*) from ready) < i.most`)})
    union all
    select n.* from heads p cross join lateral (${HEADS("and h.incident_id > p.incident_id")}) n),
  further as (
    select d.* from heads p cross join lateral (select d.* from deliveries d
      where d.integration_id = i.id and d.project_id = ${OWN} and d.status = 'pending' and d.incident_id = p.incident_id
        and d.event_id <= p.event_id order by d.event_id limit i.most) d
    union all
    (select d.* from deliveries d where d.integration_id = i.id and d.project_id = ${OWN} and ${IS_DUE} and d.incident_id is null
      and exists (select 1 from heads) order by d.next_attempt_at, d.id limit i.most))
  select * from ready
  union all
  (select d.id, d.next_attempt_at from further d
    where ${IS_DUE} and ${IS_FREE} and not ${IS_BLOCKED(OWN)} and not ${AWAITS_EVENT(OWN)}
      and not exists (select 1 from ready r where r.id = d.id)
    order by d.next_attempt_at, d.id limit i.most)
  order by next_attempt_at, id limit i.most)`;

/** Conditions of a delivery that may be sent. An integration whose limit has just ended gives one delivery at a time, in the order of events. */
const TO_SEND = [
  UNBLOCKED,
  `(select d.id, d.next_attempt_at from deliveries d
      where i.until is not null and d.integration_id = i.id and d.project_id = ${OWN} and ${IS_DUE} and d.is_test and ${IS_FREE} limit i.most)`,
  `(select d.id, d.next_attempt_at from (
        select o.* from deliveries o where i.is_draining and o.integration_id = i.id and o.project_id = ${OWN} and ${IS_DUE_AFTER_LIMIT(OWN)}
        order by coalesce(o.leased_until > clock_timestamp(), false) desc, o.event_id, o.id limit 1) d
      where d.next_attempt_at <= $1 and ${IS_FREE} and not ${AWAITS_EVENT(OWN)})`,
];

/** Alerts that wait for the end of a long rate limit. */
const TO_FAIL_OVER = [
  `(select d.id, d.next_attempt_at from deliveries d join events e on e.project_id = d.project_id and e.project_id = ${OWN} and e.id = d.event_id
      where i.is_limited and not i.is_fallback and d.integration_id = i.id and d.project_id = ${OWN} and d.next_attempt_at <= $1 and ${RATE_LIMITED_TOO_LONG("i.until")}
        and not ${AWAITS_EVENT(OWN)} and (d.is_digest or e.key = any (array[${FAILOVER_EVENTS.map((key) => `'${key}'`)}]))
      order by d.next_attempt_at, d.id limit i.most)`,
];

const SELECT = {
  toSend: selectionOf(TO_SEND),
  toFailOver: selectionOf(TO_FAIL_OVER),
  both: selectionOf([...TO_SEND, ...TO_FAIL_OVER]),
};

/** How many deliveries may start, in all and per integration. */
export interface Capacity {
  readonly total: number;
  readonly perIntegration: number;
  /** How many are left for those that are sending already. */
  readonly left: ReadonlyMap<number, number>;
}

/** Why a delivery is due: to be sent, to fail over because its integration is rate-limited, or either. */
type DueFor = keyof typeof SELECT;

const ANY: Capacity = { total: 1, perIntegration: 1, left: new Map() };

function valuesOf(projects: Projects, now: Date, { total, perIntegration, left }: Capacity): unknown[] {
  return [now, [...left.keys()], [...left.values()], perIntegration, total, projects];
}

/** Returns deliveries to look at now. `now` is the server's time, which retries are planned by. */
export async function selectDue(
  due: DueFor,
  projects: Projects,
  now: Date,
  capacity: Capacity,
): Promise<number[]> {
  const values = valuesOf(projects, now, capacity);
  // While nothing is being sent, there's little to read, and a single statement costs less than a kept plan.
  const rows =
    capacity.left.size === 0
      ? await readPrepared<{ id: number }>(SELECT[due], values)
      : await readPlanned<{ id: number }>(SELECT[due], values);
  return rows.map((row) => row.id);
}

const FOLLOWERS = prepared(`
  select f.id from deliveries f where f.project_id = $1 and f.integration_id = $2 and f.incident_id = $3 and f.event_id > $4 and ${BLOCKS("f")}
  order by f.event_id limit $5`);

/** Returns an integration's pending deliveries of later events of the incident, in order. */
export async function selectFollowers(
  {
    project_id: projectId,
    integration_id: integrationId,
    incident_id: incidentId,
    event_id: eventId,
  }: DueDelivery,
  most: number,
): Promise<number[]> {
  const rows = await readPrepared<{ id: number }>(FOLLOWERS, [
    projectId,
    integrationId,
    incidentId,
    eventId,
    most,
  ]);
  return rows.map(({ id }) => id);
}

/** Selects whether an event or a delivery has been due for long without waiting for anything, with `overdueValues`. */
export const OVERDUE = `select exists (${OVERDUE_EVENT}) or exists (select 1 from (${SELECT.both}) due) as has_overdue`;

/** Returns the values of `OVERDUE`: due before `moment`. */
export function overdueValues(projects: Projects, moment: Date): unknown[] {
  return valuesOf(projects, moment, ANY);
}

/** Rows that wait for the dispatcher in projects that it may process together. */
export interface DueWork {
  /** The projects with due rows, and their siblings, because an alert rule of the organization limits and combines across projects. */
  readonly projects: Projects;
  readonly events: boolean;
  readonly deliveries: boolean;
}

interface Row {
  id: number;
  organization_id: number;
  events: boolean;
  deliveries: boolean;
}

const DUE = `
  select p.id, p.organization_id,
    exists (select 1 from events e where e.project_id = p.id and e.project_id = any ($1::bigint[]) and e.fanned_out_at is null
      and coalesce(e.fan_out_after <= statement_timestamp(), true)) as events,
    exists (select 1 from deliveries d where d.project_id = p.id and d.project_id = any ($1::bigint[]) and d.status = 'pending'
      and d.next_attempt_at <= $2) as deliveries
  from projects p where p.id = any ($1::bigint[])`;

/** Returns the parts with events to fan out or deliveries to look at. A part that can't be read is passed to `onError`. */
export async function dueWork(now: Date, onError: (error: unknown) => void): Promise<DueWork[]> {
  const found: DueWork[] = [];
  for (const part of await allParts()) {
    try {
      requireNodeOf(part);
      const due = workOf(await readPrepared<Row>(DUE, [part, now]));
      if (due.events || due.deliveries) found.push(due);
    } catch (error) {
      onError(error);
    }
  }
  return found;
}

function workOf(rows: readonly Row[]): DueWork {
  const due = rows.filter(({ events, deliveries }) => events || deliveries);
  const organizations = new Set(due.map((row) => row.organization_id));
  return {
    projects: rows.filter((row) => organizations.has(row.organization_id)).map(({ id }) => id),
    events: due.some(({ events }) => events),
    deliveries: due.some(({ deliveries }) => deliveries),
  };
}

/**
 * Ends every lease of events and notifications. Only call it before the dispatcher starts, on a database without other servers:
 * the embedded one has a single owner, so any lease belongs to a dead process. Events that wait for news are judged again.
 */
export async function endAllLeases(trx: Tx): Promise<void> {
  await sql`update events set fan_out_after = null where fanned_out_at is null and fan_out_after is not null`.execute(
    trx,
  );
  await sql`update deliveries set leased_until = null where status = 'pending' and leased_until is not null`.execute(
    trx,
  );
  await sql`update push_deliveries set leased_until = null where status = 'pending' and leased_until is not null`.execute(
    trx,
  );
}
