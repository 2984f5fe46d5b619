import type { MonitorStatus } from "@/lib/contract/monitors/states";
import { KEPT_RESPONSE_TIMES } from "@/lib/domain/checks/response-time";
import { SETBACK_MS } from "@/lib/domain/checks/result-times";
import { bigints, texts, timestamps } from "@/lib/store/core/binary-array";
import { prepared } from "@/lib/store/core/connection/prepared";
import { write } from "@/lib/store/core/connection/statements";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

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

const LATEST = `now() + interval '${SETBACK_MS} milliseconds'`;

// A time in the future was written before the clock was set back.
// The first condition lets the planner use the index instead of reading the whole table.
const UPDATE = prepared(`
  update monitor_states s set
    last_checked_at = greatest(nullif(least(s.last_checked_at, ${LATEST}), ${LATEST}), u.last_checked_at),
    recent_response_times = coalesce((string_to_array(u.response_times, ',')::int[] || s.recent_response_times)[1:${KEPT_RESPONSE_TIMES}], '{}'),
    data_missing = false,
    status = coalesce(u.status, s.status),
    status_since = coalesce(u.status_since, s.status_since),
    status_reason = coalesce(u.status_reason, s.status_reason)
  from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::timestamptz[], $6::text[]) as
    u(monitor_id, last_checked_at, response_times, status, status_since, status_reason)
  where s.monitor_id = any ($1::bigint[]) and s.monitor_id = u.monitor_id and s.project_id = any ($7::bigint[])`);

export async function updateMonitorStates(
  trx: Tx,
  projects: Projects,
  writes: readonly MonitorWrite[],
): Promise<void> {
  if (writes.length === 0) return;
  const values = [
    bigints(writes.map(({ monitorId }) => monitorId)),
    timestamps(writes.map(({ lastCheckedAt }) => lastCheckedAt)),
    texts(writes.map(({ responseTimes }) => responseTimes.join(","))),
    texts(writes.map(({ status }) => status?.status ?? null)),
    timestamps(writes.map(({ status }) => status?.since ?? null)),
    texts(writes.map(({ status }) => status?.reason ?? null)),
  ];
  await write(UPDATE, [...values, projects], trx);
}
