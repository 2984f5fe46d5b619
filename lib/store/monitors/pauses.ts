import { sql } from "kysely";
import type { ObservedStatus } from "@/lib/domain/checks/monitor-status";
import { among } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** Pauses the monitors manually at `at`; pauses don't count as observed time. */
export async function openManualPauses(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    insert into monitor_pauses (monitor_id, project_id, cause, started_at)
    select id, project_id, 'manual', ${at}::timestamptz from monitors
    where ${among("project_id", [projectId])} and id = any (${monitorIds}::bigint[])`.execute(trx);
  await sql`
    update monitor_states set status = 'paused', status_since = ${at}, status_reason = 'paused manually'
    where project_id = ${projectId} and monitor_id = any (${monitorIds}::bigint[])`.execute(trx);
}

/** Ends the pauses, with the status that each monitor has now. A monitor paused by a window still shows as paused. */
export async function closeManualPauses(
  trx: Tx,
  projectId: number,
  statuses: ReadonlyMap<number, ObservedStatus>,
  at: Date,
): Promise<void> {
  const ids = [...statuses.keys()];
  await sql`
    update monitor_pauses set ended_at = ${at}
    where project_id = ${projectId} and monitor_id = any (${ids}::bigint[]) and cause = 'manual' and ended_at is null`.execute(
    trx,
  );
  await sql`
    update monitor_states s set status = resumed.status, status_since = ${at}, status_reason = 'resumed manually'
    from unnest(${ids}::bigint[], ${[...statuses.values()]}::text[]) as resumed (id, status)
    where s.project_id = ${projectId} and s.monitor_id = any (${ids}::bigint[]) and s.monitor_id = resumed.id`.execute(
    trx,
  );
}
