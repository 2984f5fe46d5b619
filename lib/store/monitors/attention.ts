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

const ATTENTION = `
  with cut as materialized (
    select m.id, count(*) over () as total, row_number() over (order by ${SHOWN_RANK}, s.status_since desc, m.id) as place
    from (${NEEDS_ATTENTION}) needy
      join monitors m on m.project_id = $1 and m.id = needy.monitor_id and not m.paused and not m.paused_by_window
      join monitor_states s on s.project_id = $1 and s.monitor_id = m.id
    order by place limit $2)
  ${selectMonitorsWith("cut.total")} join cut on cut.id = m.id where m.project_id = $1 order by cut.place`;

/** Returns monitors that are failing or have a silent region, worst and latest first, and the number of all of them. */
export async function selectAttention(
  projectId: number,
  limit: number,
): Promise<{ rows: MonitorRow[]; total: number }> {
  const { rows } = await pool().query<MonitorRow & { total: number }>(ATTENTION, [projectId, limit]);
  return { rows, total: rows[0]?.total ?? 0 };
}
