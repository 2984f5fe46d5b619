import { type CompiledQuery, sql } from "kysely";
import { FAILOVER_EVENTS } from "@/lib/domain/alerting/failover";
import { readPrepared } from "@/lib/store/core/connection/prepared-read";
import { pool } from "@/lib/store/core/pool";
import { isSharded, preparedByShard, type Shard } from "@/lib/store/core/shard";
import { tx } from "@/lib/store/core/tx";
import { AWAITS_EVENT, IS_BLOCKED, IS_FREE, RATE_LIMITED_TOO_LONG } from "./delivery-conditions";
import { IS_DUE_AFTER_LIMIT } from "./rate-limits";

/** The integrations that have pending deliveries. PostgreSQL before 18 doesn't skip from one to the next by itself. */
const waiting = (inShard: (column: string) => string) => `waiting as (
    (select integration_id from deliveries where status = 'pending' and next_attempt_at is not null and ${inShard("project_id")} order by integration_id limit 1)
    union all
    select (select n.integration_id from deliveries n where n.status = 'pending' and n.next_attempt_at is not null and ${inShard("n.project_id")}
      and n.integration_id > w.integration_id order by n.integration_id limit 1)
    from waiting w where w.integration_id is not null)`;

const IS_DUE = "d.status = 'pending' and d.next_attempt_at <= $1";

/** Builds the query for due deliveries of the integrations with pending ones, longest overdue first. */
const selectionOf = (branches: (inShard: (column: string) => string) => readonly string[]) =>
  preparedByShard<{ id: number }>(
    6,
    (inShard) => `
  with recursive ${waiting(inShard)},
  open as (
    select i.id, i.rate_limited_until > clock_timestamp() as is_limited, i.rate_limited_until <= clock_timestamp() as is_draining, i.rate_limited_until, i.is_fallback,
      least(coalesce(b.free, $4), ceil($5::float8 / count(*) over ()))::int as most
    from waiting w join integrations i on i.id = w.integration_id
      left join unnest($2::bigint[], $3::int[]) as b(integration, free) on b.integration = i.id
    where coalesce(b.free, $4) > 0)
  select due.id from open i cross join lateral (${branches(inShard).join(" union all ")}) due
  order by due.next_attempt_at, due.id limit $5`,
  );

/** What may be sent. An integration whose limit has just ended gives one delivery at a time, in the order of events. */
const toSend = (inShard: (column: string) => string) => [
  `(select d.id, d.next_attempt_at from deliveries d
      where i.rate_limited_until is null and d.integration_id = i.id and ${inShard("d.project_id")} and ${IS_DUE} and ${IS_FREE} and not ${IS_BLOCKED} and not ${AWAITS_EVENT}
      order by d.next_attempt_at, d.id limit i.most)`,
  `(select d.id, d.next_attempt_at from deliveries d
      where i.rate_limited_until is not null and d.integration_id = i.id and ${inShard("d.project_id")} and ${IS_DUE} and d.is_test and ${IS_FREE} limit i.most)`,
  `(select d.id, d.next_attempt_at from (
        select o.* from deliveries o where i.is_draining and o.integration_id = i.id and ${inShard("o.project_id")} and ${IS_DUE_AFTER_LIMIT}
        order by coalesce(o.leased_until > clock_timestamp(), false) desc, o.event_id, o.id limit 1) d
      where d.next_attempt_at <= $1 and ${IS_FREE} and not ${AWAITS_EVENT})`,
];

/** Alerts that wait for the end of a long rate limit. */
const toFailOver = (inShard: (column: string) => string) => [
  `(select d.id, d.next_attempt_at from deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
      where i.is_limited and not i.is_fallback and d.integration_id = i.id and ${inShard("d.project_id")} and d.next_attempt_at <= $1 and ${RATE_LIMITED_TOO_LONG}
        and not ${AWAITS_EVENT} and (d.is_digest or e.key = any (array[${FAILOVER_EVENTS.map((key) => `'${key}'`)}]))
      order by d.next_attempt_at, d.id limit i.most)`,
];

const SELECT = {
  toSend: selectionOf(toSend),
  toFailOver: selectionOf(toFailOver),
  both: selectionOf((inShard) => [...toSend(inShard), ...toFailOver(inShard)]),
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

function dueQuery(due: DueFor, shard: Shard, now: Date, { total, perIntegration, left }: Capacity) {
  return SELECT[due](shard, [now, [...left.keys()], [...left.values()], perIntegration, total]);
}

const ANY: Capacity = { total: 1, perIntegration: 1, left: new Map() };

/** Returns a query, across projects, for a delivery that has been due since before `moment` (its `$1`) without waiting for anything. */
export function overdueDelivery(moment: Date): CompiledQuery<{ id: number }> {
  return dueQuery("both", null, moment, ANY);
}

/** Returns deliveries to look at now. `now` is the server's time, which retries are planned by. */
export async function selectDue(due: DueFor, shard: Shard, now: Date, capacity: Capacity): Promise<number[]> {
  const query = dueQuery(due, shard, now, capacity);
  // While nothing is being sent, there's little to read, and a single statement costs less than a kept plan.
  const rows =
    capacity.left.size === 0
      ? await readPrepared<{ id: number }>(query.sql, [...query.parameters])
      : await planned(query);
  return rows.map((row) => row.id);
}

/**
 * Runs a query with its existing plan. Planning takes three times as long as reading, and PostgreSQL would plan again
 * whenever the parameters make a new plan look cheaper.
 */
async function planned<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
  const { rows } = await tx(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
    return trx.executeQuery(query);
  });
  return rows;
}

const WORK = `
  with recursive ${waiting(() => "true")}
  select exists (select from events where fanned_out_at is null and coalesce(fan_out_after <= statement_timestamp(), true)) as events,
    exists (select from waiting w where exists (select from deliveries d
      where d.integration_id = w.integration_id and d.status = 'pending' and d.next_attempt_at <= $1)) as deliveries`;

/**
 * Returns whether there may be events to fan out and deliveries to look at now, with one statement. A database that shards by
 * project is asked for its shards anyway.
 */
export async function dueWork(now: Date): Promise<{ events: boolean; deliveries: boolean }> {
  if (isSharded()) return { events: true, deliveries: true };
  const [due] = await readPrepared<{ events: boolean; deliveries: boolean }>(WORK, [now]);
  return due ?? { events: true, deliveries: true };
}

/** Returns the shards that may have deliveries to look at now. */
export async function shardsWithDeliveries(now: Date): Promise<Shard[]> {
  if (!isSharded()) return [null];
  const { rows } = await pool().query<{ project_id: number }>(
    "select distinct project_id from deliveries where status = 'pending' and next_attempt_at <= $1",
    [now],
  );
  return rows.map((row) => row.project_id);
}

/** Returns whether a delivery has been due since before `moment` without waiting for anything, one shard after the other. */
export async function hasOverdueDelivery(moment: Date): Promise<boolean> {
  for (const shard of await shardsWithDeliveries(moment))
    if ((await selectDue("both", shard, moment, ANY)).length > 0) return true;
  return false;
}
