import { bigints, timestamps } from "@/lib/store/core/binary-array";
import { prepared } from "@/lib/store/core/connection/prepared";
import { read, write } from "@/lib/store/core/connection/statements";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** The response times of a monitor's latest successful checks, in milliseconds, newest first, and since when it is degraded. */
export interface ResponsesRow {
  readonly monitor_id: number;
  readonly recent_response_times: readonly number[];
  readonly degraded_since: Date | null;
}

const READ = prepared(`
  select monitor_id, recent_response_times, degraded_since from monitor_states
  where monitor_id = any ($1::bigint[]) and project_id = any ($2::bigint[])`);

/** Returns the response times of monitors that are locked. */
export async function selectResponses(
  trx: Tx,
  projects: Projects,
  monitorIds: readonly number[],
): Promise<ResponsesRow[]> {
  return read<ResponsesRow>(READ, [bigints(monitorIds), projects], trx);
}

/** When a monitor became degraded, or ceased to be, in epoch milliseconds. */
export interface DegradedWrite {
  readonly monitorId: number;
  readonly degraded: boolean;
  readonly at: number;
}

const KEEP = prepared(`
  insert into monitor_degradations (project_id, monitor_id, started_at, ended_at)
  select s.project_id, s.monitor_id, s.degraded_since, u.at
  from monitor_states s join unnest($1::bigint[], $2::timestamptz[]) as u (monitor_id, at) on u.monitor_id = s.monitor_id
  where s.monitor_id = any ($1::bigint[]) and s.project_id = any ($3::bigint[]) and s.degraded_since < u.at
  on conflict do nothing`);

const UPDATE = prepared(`
  update monitor_states s set degraded_since = u.since
  from unnest($1::bigint[], $2::timestamptz[]) as u (monitor_id, since)
  where s.monitor_id = any ($1::bigint[]) and s.monitor_id = u.monitor_id and s.project_id = any ($3::bigint[])
    and s.degraded_since is distinct from u.since`);

/** Stores which monitors are degraded, and the time of those that no longer are. */
export async function updateDegraded(
  trx: Tx,
  projects: Projects,
  writes: readonly DegradedWrite[],
): Promise<void> {
  const columns = (some: readonly DegradedWrite[], time: (write: DegradedWrite) => number | null) =>
    [bigints(some.map(({ monitorId }) => monitorId)), timestamps(some.map(time)), projects] as const;
  const ended = writes.filter(({ degraded }) => !degraded);
  if (ended.length > 0)
    await write(
      KEEP,
      columns(ended, ({ at }) => at),
      trx,
    );
  if (writes.length > 0)
    await write(
      UPDATE,
      columns(writes, ({ degraded, at }) => (degraded ? at : null)),
      trx,
    );
}
