import { bigints, timestamps } from "@/lib/store/core/binary-array";
import { preparedQuery } from "@/lib/store/core/connection/prepared";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** The response times of a monitor's latest successful checks, in milliseconds, newest first, and since when it is degraded. */
export interface ResponsesRow {
  readonly monitor_id: number;
  readonly recent_response_times: readonly number[];
  readonly degraded_since: Date | null;
}

const READ = preparedQuery<ResponsesRow>(`
  select monitor_id, recent_response_times, degraded_since from monitor_states
  where monitor_id = any ($1::bigint[]) and project_id = any ($2::bigint[])`);

/** Returns the response times of monitors that are locked. */
export async function selectResponses(
  trx: Tx,
  projects: Projects,
  monitorIds: readonly number[],
): Promise<ResponsesRow[]> {
  return (await trx.executeQuery(READ(bigints(monitorIds), projects))).rows;
}

/** When a monitor became degraded, in epoch milliseconds; null if it no longer is. */
export interface DegradedWrite {
  readonly monitorId: number;
  readonly since: number | null;
}

const UPDATE = preparedQuery(`
  update monitor_states s set degraded_since = u.since
  from unnest($1::bigint[], $2::timestamptz[]) as u (monitor_id, since)
  where s.monitor_id = any ($1::bigint[]) and s.monitor_id = u.monitor_id and s.project_id = any ($3::bigint[])`);

export async function updateDegraded(
  trx: Tx,
  projects: Projects,
  writes: readonly DegradedWrite[],
): Promise<void> {
  const [ids, times] = [writes.map(({ monitorId }) => monitorId), writes.map(({ since }) => since)];
  await trx.executeQuery(UPDATE(bigints(ids), timestamps(times), projects));
}

/** Ends the degraded state of monitors that lost their threshold. */
export async function endDegraded(trx: Tx, projectId: number, monitorIds: readonly number[]): Promise<void> {
  if (monitorIds.length === 0) return;
  await trx
    .updateTable("monitor_states")
    .set({ degraded_since: null })
    .where("project_id", "=", projectId)
    .where("monitor_id", "in", monitorIds)
    .where("degraded_since", "is not", null)
    .execute();
}
