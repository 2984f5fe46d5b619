import { sql } from "kysely";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { OPEN_REQUEST } from "@/lib/store/monitors/requests";

/** A pause window in progress; the new state of the changing window is already written. */
const pausedByWindow = (projectId: number) => sql`exists (
  select 1 from maintenance_window_monitors wm join maintenance_windows w on w.project_id = ${projectId} and w.id = wm.maintenance_window_id
  where wm.project_id = ${projectId} and wm.monitor_id = m.id and w.state = 'in_progress' and w.monitoring_mode = 'pause')`;

/**
 * Applies the stored windows to the monitors: the first pause window in progress pauses a monitor, the end of the last one
 * resumes it. Returns the monitors that changed. Their pause starts or ends at `at`, and their config version becomes
 * `version`.
 */
export async function refreshWindowPauses(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  { at, version }: { at: Date; version: () => Promise<number> },
): Promise<number[]> {
  // Lock before reading, so that the second statement sees what a transaction it waited for wrote.
  await sql`select id from monitors where project_id = ${projectId} and id = any (${monitorIds}::bigint[]) order by id for no key update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number; is_paused: boolean; was_paused: boolean }>`
    select m.id, ${pausedByWindow(projectId)} as is_paused, m.paused_by_window as was_paused from monitors m
    where m.project_id = ${projectId} and m.id = any (${monitorIds}::bigint[]) order by m.id`.execute(trx);
  const changed = rows.filter((row) => row.was_paused !== row.is_paused);
  const paused = changed.filter((row) => row.is_paused).map((row) => row.id);
  const resumed = changed.filter((row) => !row.is_paused).map((row) => row.id);
  if (changed.length === 0) return [];
  await sql`update monitors set paused_by_window = not paused_by_window, config_version = ${await version()}
    where project_id = ${projectId} and id = any (${changed.map((row) => row.id)}::bigint[])`.execute(trx);
  if (paused.length > 0) await openSpans(trx, projectId, paused, at);
  if (resumed.length > 0) await closeSpans(trx, projectId, resumed, at);
  return changed.map((row) => row.id);
}

async function openSpans(trx: Tx, projectId: number, ids: readonly number[], at: Date): Promise<void> {
  await sql`insert into monitor_pauses (monitor_id, project_id, cause, started_at)
    select id, project_id, 'maintenance', ${at}::timestamptz from monitors where ${among("project_id", [projectId])} and id = any (${ids}::bigint[])`.execute(
    trx,
  );
}

async function closeSpans(trx: Tx, projectId: number, ids: readonly number[], at: Date): Promise<void> {
  await sql`update monitor_pauses set ended_at = greatest(${at}::timestamptz, started_at)
    where project_id = ${projectId} and monitor_id = any (${ids}::bigint[]) and cause = 'maintenance' and ended_at is null`.execute(
    trx,
  );
  // Silence counts from now, because nothing was checked while the monitor was paused.
  await sql`update monitor_states set status_since = ${at}
    where project_id = ${projectId} and monitor_id = any (${ids}::bigint[])`.execute(trx);
}

/**
 * Returns which monitors a window in progress mutes: incidents are recorded, but no alerts are sent. Keeps these windows from ending
 * before the transaction does.
 */
export async function holdMutes(
  trx: Tx,
  projects: Projects,
  monitorIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ monitor_id: number }>`
    select wm.monitor_id from maintenance_windows w
      join maintenance_window_monitors wm on wm.project_id = w.project_id and wm.maintenance_window_id = w.id
    where ${among("w.project_id", projects)} and ${among("wm.project_id", projects)} and wm.monitor_id = any (${monitorIds}::bigint[])
      and w.state = 'in_progress' and w.monitoring_mode = 'mute'
    order by w.id for share of w`.execute(trx);
  return new Set(rows.map((row) => row.monitor_id));
}

/** Returns monitors in the form used by events and templates. */
export async function monitorEntities(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
): Promise<unknown[]> {
  const { rows } = await sql<{ entity: unknown }>`
    select jsonb_build_object('id', m.id, 'name', m.name, 'status',
      case when m.paused or m.paused_by_window then 'paused' else s.status end, 'protocol', m.protocol, 'request', ${sql.raw(OPEN_REQUEST)},
      'regions', coalesce(m.region_spellings, m.regions), 'interval', m.interval_seconds, 'incident_confirmations', m.incident_confirmations,
      'recovery_confirmations', m.recovery_confirmations) as entity
    from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id
    where m.project_id = ${projectId} and m.id = any (${monitorIds}::bigint[]) order by array_position(${monitorIds}::bigint[], m.id)`.execute(
    trx,
  );
  return rows.map((row) => row.entity);
}
