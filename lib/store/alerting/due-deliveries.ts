import { FAILOVER_EVENTS } from "@/lib/domain/alerting/failover";
import { prepared } from "@/lib/store/core/connection/prepared";
import { readPrepared } from "@/lib/store/core/connection/prepared-read";
import { readPlanned } from "@/lib/store/core/sharding/planned-read";
import type { Projects } from "@/lib/store/core/sharding/projects";
import { AWAITS_EVENT, IS_BLOCKED, IS_FREE, RATE_LIMITED_TOO_LONG } from "./delivery-conditions";
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

/** Builds the query for due deliveries of the integrations with pending ones, longest overdue first. */
const selectionOf = (branches: readonly string[]) =>
  prepared(`
  with recursive ${WAITING},
  open as (
    select i.id, l.until > clock_timestamp() as is_limited, l.until <= clock_timestamp() as is_draining, l.until, i.is_fallback,
      least(coalesce(b.free, $4), ceil($5::float8 / count(*) over ()))::int as most
    from waiting w join integrations i on i.id = w.integration_id
      cross join lateral (select ${LIMITED_UNTIL("i.id", OWN)} as until) l
      left join unnest($2::bigint[], $3::int[]) as b(integration, free) on b.integration = i.id
    where coalesce(b.free, $4) > 0)
  select due.id from open i cross join lateral (${branches.join(" union all ")}) due
  order by due.next_attempt_at, due.id limit $5`);

/** What may be sent. An integration whose limit has just ended gives one delivery at a time, in the order of events. */
const TO_SEND = [
  `(select d.id, d.next_attempt_at from deliveries d
      where i.until is null and d.integration_id = i.id and d.project_id = ${OWN} and ${IS_DUE} and ${IS_FREE} and not ${IS_BLOCKED(OWN)} and not ${AWAITS_EVENT(OWN)}
      order by d.next_attempt_at, d.id limit i.most)`,
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

/** Selects whether an event or a delivery has been due for long without waiting for anything, with `overdueValues`. */
export const OVERDUE = `select exists (${OVERDUE_EVENT}) or exists (select 1 from (${SELECT.both}) due) as has_overdue`;

/** Returns the values of `OVERDUE`: due before `moment`. */
export function overdueValues(projects: Projects, moment: Date): unknown[] {
  return valuesOf(projects, moment, ANY);
}
