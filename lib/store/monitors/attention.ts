import { pool } from "@/lib/store/core/pool";
import { type MonitorRow, selectMonitorsWith } from "./monitors";
import { FROM_STATES, SHOWN_RANK } from "./shown-state";

/** Returns how many of the project's monitors are in each state, by the state's rank. States without any are left out. */
export async function countMonitorStates(projectId: number): Promise<{ rank: number; monitors: number }[]> {
  const { rows } = await pool().query<{ rank: number; monitors: number }>(
    // Counted before they are ranked, because there are few different states.
    `select ${SHOWN_RANK} as rank, sum(s.monitors) as monitors
     from (select s.status, s.data_missing, m.paused, m.paused_by_window, count(*) as monitors
         ${FROM_STATES} where s.project_id = $1 group by 1, 2, 3, 4) s
       cross join lateral (select s.paused, s.paused_by_window) m
     group by 1`,
    [projectId],
  );
  return rows;
}

const NEEDS_ATTENTION = `
  select s.monitor_id from monitor_states s
  where s.project_id = $1 and (s.status in ('offline', 'partial') or s.data_missing)
  union
  select r.monitor_id from region_states r
  where r.project_id = $1 and (r.silent or r.last_outcome <> 'up') and (r.silent or r.last_error is not null)`;

/** How many groups of monitors by their first tag are returned. */
const GROUPS = 20;

const ATTENTION = `
  with needy as materialized (
    select m.id, m.tags[1] as tag, s.status, s.status_since, ${SHOWN_RANK} as rank
    from (${NEEDS_ATTENTION}) needy
      join monitors m on m.project_id = $1 and m.id = needy.monitor_id and not m.paused and not m.paused_by_window
      join monitor_states s on s.project_id = $1 and s.monitor_id = m.id),
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
