import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import { read } from "@/lib/store/core/connection/statements";
import { naturalOrderOf } from "@/lib/store/core/natural-order";
import { type MonitorRow, selectMonitorsWith } from "./monitors";
import { ONLINE_RANK, UNUSUAL } from "./shown-state";

const COUNTS = `
  with unusual as (select rank, count(*) as monitors from (${UNUSUAL}) each group by rank)
  select rank, monitors from unusual
  union all
  select ${ONLINE_RANK}, (select count(*) from monitors where project_id = $1) - coalesce(sum(monitors), 0) from unusual`;

/** Returns how many of the project's monitors are in each state, by the state's rank. */
export async function countMonitorStates(projectId: number): Promise<{ rank: number; monitors: number }[]> {
  return read<{ rank: number; monitors: number }>(COUNTS, [projectId]);
}

const FETCHING_RANK = MONITOR_STATES.indexOf("fetching");

/** Monitors of which a region needs attention, though they show as online or fetching. */
const REGIONS_NEED = `
  select r.monitor_id from region_states r
  where r.project_id = $1 and (r.silent or r.last_outcome <> 'up' and r.last_error is not null)
  except select id from unusual where rank <> ${FETCHING_RANK}`;

/** How many groups of monitors by their first tag are returned. */
const GROUPS = 20;

const ATTENTION = `
  with unusual as materialized (${UNUSUAL}),
  needy as materialized (
    select id, status, status_since, rank, (select tags[1] from monitors where project_id = $1 and id = few.id) as tag
    from (
      select * from unusual where rank < ${FETCHING_RANK}
      -- "offset 0" makes PostgreSQL look up the few states instead of reading all of them.
      union all select s.monitor_id, s.status, s.status_since, case s.status when 'fetching' then ${FETCHING_RANK} else ${ONLINE_RANK} end from (${REGIONS_NEED}) regions
        cross join lateral (select * from monitor_states where project_id = $1 and monitor_id = regions.monitor_id offset 0) s) few),
  cut as materialized (
    select id, count(*) over () as total, row_number() over (order by rank, status_since desc, id) as place
    from needy order by place limit $2),
  groups as (
    select tag, count(*) filter (where status = 'offline') as offline, count(*) filter (where status = 'partial') as partial,
      count(*) as monitors, min(status_since) filter (where status in ('offline', 'partial')) as since
    from needy group by tag order by offline desc, partial desc, monitors desc, ${naturalOrderOf("tag")}, tag limit ${GROUPS})
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
  const rows = await read<MonitorRow & { total: number; groups: AttentionGroup[] }>(ATTENTION, [
    projectId,
    limit,
  ]);
  return { rows, total: rows[0]?.total ?? 0, groups: rows[0]?.groups ?? [] };
}
