import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import { pool } from "@/lib/store/core/pool";
import { type MonitorRow, selectMonitorsWith } from "./monitors";
import { SHOWN_RANK, STATE_PARTS } from "./shown-state";

/** Monitors that don't simply show as online, found by partial indexes. All others only have to be counted. */
const EXCEPTIONS = `
  select monitor_id from monitor_states where project_id = $1 and (status <> 'online' or data_missing)
  union select id from monitors where project_id = $1 and paused_by_window`;

const COUNTS = `
  with others as (
    select ${SHOWN_RANK} as rank, count(*) as monitors
    from (${EXCEPTIONS}) other
      -- "offset 0" makes PostgreSQL look up the few states instead of reading all of them.
      cross join lateral (select * from monitor_states where project_id = $1 and monitor_id = other.monitor_id offset 0) s
      cross join lateral (${STATE_PARTS}) m
    group by 1)
  select rank, monitors from others
  union all
  select ${MONITOR_STATES.indexOf("online")}, (select count(*) from monitors where project_id = $1) - coalesce(sum(monitors), 0) from others`;

/** Returns how many of the project's monitors are in each state, by the state's rank. */
export async function countMonitorStates(projectId: number): Promise<{ rank: number; monitors: number }[]> {
  return (await pool().query<{ rank: number; monitors: number }>(COUNTS, [projectId])).rows;
}

const NEEDS_ATTENTION = `
  select s.monitor_id from monitor_states s
  where s.project_id = $1 and (s.status in ('offline', 'partial') or s.data_missing)
  union
  select r.monitor_id from region_states r
  where r.project_id = $1 and (r.silent or r.last_outcome <> 'up' and r.last_error is not null)`;

/** How many groups of monitors by their first tag are returned. */
const GROUPS = 20;

const ATTENTION = `
  with needy as materialized (
    select m.id, m.tags[1] as tag, s.status, s.status_since, ${SHOWN_RANK} as rank
    from (${NEEDS_ATTENTION}) needy
      cross join lateral (select * from monitors where project_id = $1 and id = needy.monitor_id and not paused and not paused_by_window offset 0) m
      cross join lateral (select * from monitor_states where project_id = $1 and monitor_id = m.id offset 0) s),
  cut as materialized (
    select id, count(*) over () as total, row_number() over (order by rank, status_since desc, id) as place
    from needy order by place limit $2),
  groups as (
    select tag, count(*) filter (where status = 'offline') as offline, count(*) filter (where status = 'partial') as partial,
      count(*) as monitors, min(status_since) filter (where status in ('offline', 'partial')) as since
    from needy group by tag order by offline desc, partial desc, monitors desc, tag limit ${GROUPS})
  ${selectMonitorsWith("cut.total, (select json_agg(groups) from groups) as groups")} join cut on cut.id = m.id where m.project_id = $1 order by cut.place`;

/** Monitors that need attention and have the same first tag; null for those without one. */
export interface AttentionGroup {
  tag: string | null;
  offline: number;
  partial: number;
  monitors: number;
  /** When the first of those that fail got into its state; null if none fails. */
  since: string | null;
}

/**
 * Returns monitors that are failing or have a silent region, worst and latest first, the number of all of them, and where they are, by
 * their first tag.
 */
export async function selectAttention(
  projectId: number,
  limit: number,
): Promise<{ rows: MonitorRow[]; total: number; groups: AttentionGroup[] }> {
  const { rows } = await pool().query<MonitorRow & { total: number; groups: AttentionGroup[] }>(ATTENTION, [
    projectId,
    limit,
  ]);
  return { rows, total: rows[0]?.total ?? 0, groups: rows[0]?.groups ?? [] };
}
