import { type RawBuilder, sql } from "kysely";
import { SILENT_AFTER_INTERVALS } from "@/lib/domain/checks/silence";
import { db } from "@/lib/store/core/pool";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { reportedSql } from "@/lib/store/monitors/requests";

/**
 * Silence counts from the newest result, the creation, or the last status change (such as a resume). The first comparison spares almost
 * all monitors the lookup of their state.
 */
function overdue(now: Date): RawBuilder<boolean> {
  const since = (time: string) =>
    sql`${now}::timestamptz - ${sql.raw(time)} > make_interval(secs => ${SILENT_AFTER_INTERVALS} * m.interval_seconds + m.timeout_ms / 1000.0)`;
  return sql`not ${sql.raw(reportedSql("m.protocol"))} and not r.silent and not m.paused and not m.paused_by_window and r.region = any (m.regions)
  and ${since("coalesce(r.last_checked_at, m.created_at)")} and ${since("greatest(coalesce(r.last_checked_at, m.created_at), s.status_since)")}`;
}

/** Returns the projects' monitors with an overdue region in one scan, lowest IDs first. */
export async function overdueMonitors(projects: Projects, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.id from region_states r join monitors m on m.project_id = r.project_id and m.id = r.monitor_id
      join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id
    where ${among("r.project_id", projects)} and ${among("m.project_id", projects)} and ${among("s.project_id", projects)}
      and ${overdue(now)} order by m.id`.execute(db());
  return rows.map((row) => row.id);
}

/** Marks the overdue regions of locked monitors as silent. Returns them. */
export async function silenceRegions(
  trx: Tx,
  projects: Projects,
  monitorIds: readonly number[],
  now: Date,
): Promise<{ monitorId: number; region: string }[]> {
  const { rows } = await sql<{ monitorId: number; region: string }>`
    update region_states r set silent = true from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id
    where ${among("r.project_id", projects)} and ${among("m.project_id", projects)} and ${among("s.project_id", projects)}
      and m.project_id = r.project_id and m.id = r.monitor_id and m.id = any (${monitorIds}::bigint[]) and ${overdue(now)}
    returning r.monitor_id as "monitorId", r.region`.execute(trx);
  return rows;
}

export interface SilenceWrite {
  monitorId: number;
  dataMissing: boolean;
  /** Null means unchanged. */
  status: string | null;
  reason: string | null;
}

/** Writes the effect of silent regions on monitors: a new status from the remaining regions, or missing data. */
export async function writeSilence(
  trx: Tx,
  projects: Projects,
  writes: readonly SilenceWrite[],
  now: Date,
): Promise<void> {
  await sql`
    update monitor_states s set data_missing = u.data_missing, status = coalesce(u.status, s.status),
      status_since = case when u.status is null then s.status_since else ${now} end,
      status_reason = coalesce(u.reason, s.status_reason)
    from unnest(${writes.map((write) => write.monitorId)}::bigint[], ${writes.map((write) => write.dataMissing)}::boolean[],
      ${writes.map((write) => write.status)}::text[], ${writes.map((write) => write.reason)}::text[])
      as u(monitor_id, data_missing, status, reason)
    where ${among("s.project_id", projects)} and s.monitor_id = u.monitor_id`.execute(trx);
}
