import { sql } from "kysely";
import type { MonitorStatus } from "@/lib/contract/monitors/states";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { KEPT_RESPONSE_TIMES } from "@/lib/domain/checks/response-time";
import { SETBACK_MS } from "@/lib/domain/checks/result-times";
import { now } from "@/lib/shared/clock";
import {
  bigints,
  booleans,
  ints,
  jsonbs,
  milliseconds,
  smallints,
  texts,
  timeOf,
} from "@/lib/store/core/binary-array";
import { prepared } from "@/lib/store/core/connection/prepared";
import { write } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** A region's state after a batch, with its newest result. */
export interface RegionWrite {
  monitorId: number;
  state: RegionState;
  /** Epoch milliseconds; null when nothing newer was seen. */
  lastCheckedAt: number | null;
  lastOutcome: "up" | "down" | "inconclusive" | null;
  lastError: { code: string; message: string } | null;
  /** Duration of the newest result, microseconds. */
  lastTotalUs: number | null;
  lastStatusCode: number | null;
}

/** A monitor's state after a batch of results. */
export interface MonitorWrite {
  monitorId: number;
  /** Epoch milliseconds. */
  lastCheckedAt: number;
  /** Milliseconds of its new successes, newest first. */
  responseTimes: readonly number[];
  /** Null means unchanged. */
  status: { status: MonitorStatus; since: number; reason: string } | null;
}

// A time after $23 was written before the clock was set back. It's bound, because for a function that depends on the time Citus writes
// all values into the statement's text.
// The first condition of each lets the planner use the index instead of reading the whole table.
const UPDATE = prepared(`
  with regions as (update region_states r set health = u.health, failures = u.failures, successes = u.successes,
    failing_since = ${timeOf("u.failing_since")}, healthy_since = ${timeOf("u.healthy_since")}, last_slot = ${timeOf("u.last_slot")}, silent = u.silent,
    last_checked_at = greatest(nullif(least(r.last_checked_at, $23::timestamptz), $23::timestamptz), ${timeOf("u.last_checked_at")}),
    last_outcome = coalesce(u.last_outcome, r.last_outcome),
    last_error = case when u.last_outcome is null then r.last_error else u.last_error end,
    last_total_us = case when u.last_outcome is null then r.last_total_us else u.last_total_us end,
    last_status_code = case when u.last_outcome is null then r.last_status_code else u.last_status_code end,
    response_time = coalesce(case when u.last_outcome = 'up' then round(u.last_total_us / 1000.0) end, r.response_time),
    last_counted_at = ${timeOf("u.last_counted_at")}
  from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::int[], $6::bigint[], $7::bigint[],
    $8::bigint[], $9::boolean[], $10::bigint[], $11::text[], $12::jsonb[], $13::int[], $14::smallint[], $15::bigint[]) as
    u(monitor_id, region, health, failures, successes, failing_since, healthy_since, last_slot, silent,
      last_checked_at, last_outcome, last_error, last_total_us, last_status_code, last_counted_at)
  where r.monitor_id = any ($1::bigint[]) and r.monitor_id = u.monitor_id and r.region = u.region and r.project_id = any ($16::bigint[]))
  update monitor_states s set
    last_checked_at = greatest(nullif(least(s.last_checked_at, $23::timestamptz), $23::timestamptz), ${timeOf("u.last_checked_at")}),
    recent_response_times = coalesce((string_to_array(u.response_times, ',')::int[] || s.recent_response_times)[1:${KEPT_RESPONSE_TIMES}], '{}'),
    data_missing = false,
    status = coalesce(u.status, s.status),
    status_since = coalesce(${timeOf("u.status_since")}, s.status_since),
    status_reason = coalesce(u.status_reason, s.status_reason)
  from unnest($17::bigint[], $18::bigint[], $19::text[], $20::text[], $21::bigint[], $22::text[]) as
    u(monitor_id, last_checked_at, response_times, status, status_since, status_reason)
  where s.monitor_id = any ($17::bigint[]) and s.monitor_id = u.monitor_id and s.project_id = any ($16::bigint[])`);

/** Updates the states of regions and monitors in one statement, because each one costs Citus the planning on two nodes. */
export async function updateStates(
  trx: Tx,
  projects: Projects,
  writes: readonly RegionWrite[],
  monitors: readonly MonitorWrite[] = [],
): Promise<void> {
  if (writes.length + monitors.length === 0) return;
  const states = writes.map(({ state }) => state);
  const columns = [
    bigints(writes.map(({ monitorId }) => monitorId)),
    texts(states.map(({ region }) => region)),
    texts(states.map(({ health }) => health)),
    ints(states.map(({ failures }) => failures)),
    ints(states.map(({ successes }) => successes)),
    milliseconds(states.map(({ failingSince }) => failingSince)),
    milliseconds(states.map(({ healthySince }) => healthySince)),
    milliseconds(states.map(({ lastScheduledAt }) => lastScheduledAt)),
    booleans(states.map(({ silent }) => silent)),
    milliseconds(writes.map(({ lastCheckedAt }) => lastCheckedAt)),
    texts(writes.map(({ lastOutcome }) => lastOutcome)),
    jsonbs(writes.map(({ lastError }) => lastError && JSON.stringify(lastError))),
    ints(writes.map(({ lastTotalUs }) => lastTotalUs)),
    smallints(writes.map(({ lastStatusCode }) => lastStatusCode)),
    milliseconds(states.map(({ lastStart }) => lastStart)),
    projects,
    bigints(monitors.map(({ monitorId }) => monitorId)),
    milliseconds(monitors.map(({ lastCheckedAt }) => lastCheckedAt)),
    texts(monitors.map(({ responseTimes }) => responseTimes.join(","))),
    texts(monitors.map(({ status }) => status?.status ?? null)),
    milliseconds(monitors.map(({ status }) => status?.since ?? null)),
    texts(monitors.map(({ status }) => status?.reason ?? null)),
    new Date(now().getTime() + SETBACK_MS),
  ];
  await write(UPDATE, columns, trx);
}

/** A runner may have started its last check this much later than scheduled. */
const LATE_START = "5 seconds";

/**
 * Returns those of the monitors' regions that are due before their next scheduled time: with an unconfirmed failure or
 * recovery (`isUnconfirmed`) and, with `overdueAt`, those whose scheduled time passed unchecked until then. `after_ms` is the time until
 * an interval after the last check, at most `soonMs`.
 */
export async function dueChecks(
  monitorIds: readonly number[],
  { soonMs, overdueAt }: { soonMs: number; overdueAt: Date | null },
): Promise<{ monitor: number; region: string; after_ms: number }[]> {
  const before = sql`${overdueAt}::timestamptz - make_interval(secs => m.interval_seconds)`;
  const { rows } = await sql<{ monitor: number; region: string; after_ms: number }>`
    select r.monitor_id as monitor, r.region, least(${soonMs}::float8, greatest(0,
      coalesce(extract(epoch from r.last_checked_at - now())::float8 * 1000, 0) + least(m.interval_seconds * 1000, ${soonMs}::float8)
    )) as after_ms
    from region_states r join monitors m on m.project_id = r.project_id and m.id = r.monitor_id
    where r.monitor_id = any (${monitorIds}::bigint[])
      and (case when r.health = 'failing' then r.successes > 0 else r.failures > 0 end
        or ${overdueAt !== null} and coalesce(r.last_slot <= ${before}, true)
          and coalesce(r.last_checked_at < ${before} + interval '${sql.raw(LATE_START)}', true))
    order by r.monitor_id`.execute(db());
  return rows;
}
