import type { MonitorState } from "@/lib/contract/monitors/states";
import { pool } from "@/lib/store/core/pool";
import { type MonitorRow, selectMonitorsById } from "./monitors";
import { JOIN_SHOWN } from "./shown-state";

/** Returns how many of the project's monitors are in each state. States without any are left out. */
export async function countMonitorStates(
  projectId: number,
): Promise<{ state: MonitorState; monitors: number }[]> {
  // Counted before they are named, because there are few different states. Only monitors held by a window are read from `monitors`;
  // the stored status says whether one is paused.
  const { rows } = await pool().query<{ state: MonitorState; monitors: number }>(
    `select shown.state, sum(s.monitors) as monitors
     from (select s.status, s.data_missing, held.id is not null as held_by_window, count(*) as monitors
         from monitor_states s left join monitors held on held.id = s.monitor_id and held.project_id = $1 and held.held_by_window
         where s.project_id = $1 group by 1, 2, 3) s
       cross join lateral (select s.held_by_window, s.status = 'paused' as paused) m
       ${JOIN_SHOWN}
     group by shown.state`,
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

/** Returns monitors that are failing or have a silent region, worst and latest first, and the number of all of them. */
export async function selectAttention(
  projectId: number,
  limit: number,
): Promise<{ rows: MonitorRow[]; total: number }> {
  const { rows } = await pool().query<{ id: number; total: number }>(
    `select m.id, count(*) over () as total
     from (${NEEDS_ATTENTION}) needy
       join monitors m on m.id = needy.monitor_id and not m.paused and not m.held_by_window
       join monitor_states s on s.monitor_id = m.id ${JOIN_SHOWN}
     order by shown.rank, s.status_since desc, m.id limit $2`,
    [projectId, limit],
  );
  const ids = rows.map(({ id }) => id);
  return { rows: await selectMonitorsById(projectId, ids), total: rows[0]?.total ?? 0 };
}
