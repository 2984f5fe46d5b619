import type { UpInterval } from "@/lib/domain/checks/availability";
import { JUDGED } from "@/lib/store/checks/judged";
import { pool } from "@/lib/store/core/pool";
import { FIRST_INCIDENT, INCIDENT_SPAN } from "@/lib/store/incidents/span";

/** Events of a monitor around a window. Times are epoch milliseconds. */
export interface ReportFactsRow {
  monitor_id: number;
  name: string;
  created_at: number;
  /** Start of its first incident, which may be backdated; null without one. */
  first_incident_at: number | null;
  checked: boolean;
  pauses: Array<{ from: number; to: number | null }>;
  /** Newest first. */
  incidents: Array<{
    id: number;
    impact: string;
    excluded: boolean;
    from: number;
    to: number | null;
    /** Intervals in which the monitor was observed up. */
    up: UpInterval[];
    recovered: boolean;
  }>;
}

const MS = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

const SQL = `
  with wanted as materialized (select * from unnest($2::bigint[]) with ordinality as given (id, at)),
  touching as (
    select im.monitor_id, json_agg(json_build_object('id', i.id, 'impact', i.impact, 'excluded', i.exclude_from_downtime,
        'from', ${MS("span.start")}, 'to', ${MS("span.finish")}, 'up', im.observed_up, 'recovered', i.recovery_at is not null) order by i.id desc) as incidents
    from incident_monitors im join incidents i on i.id = im.incident_id ${INCIDENT_SPAN}
    where im.project_id = $1 and im.monitor_id in (select id from wanted) and i.project_id = $1
      and i.incident_at < $4::timestamptz and coalesce(i.recovery_at, $4::timestamptz) >= $3::timestamptz
    group by im.monitor_id),
  held as (
    select monitor_id, json_agg(json_build_object('from', ${MS("started_at")}, 'to', ${MS("ended_at")})) as pauses
    from monitor_pauses
    where monitor_id in (select id from wanted) and started_at < $4 and coalesce(ended_at, 'infinity') > $3
    group by monitor_id)
  select m.id as monitor_id, m.name, ${MS("m.created_at")} as created_at,
    ${MS(FIRST_INCIDENT)} as first_incident_at, ${JUDGED} as checked,
    coalesce(h.pauses, '[]') as pauses, coalesce(t.incidents, '[]') as incidents
  from wanted
    join monitors m on m.id = wanted.id join monitor_states s on s.monitor_id = m.id
    left join touching t on t.monitor_id = m.id left join held h on h.monitor_id = m.id
  where m.project_id = $1
  order by wanted.at`;

/** Returns pauses and incidents per monitor, in the order of the IDs; leaves out other projects. Runs one set-based query. */
export async function reportFacts(
  projectId: number,
  monitorIds: readonly number[],
  from: Date,
  to: Date,
): Promise<ReportFactsRow[]> {
  const { rows } = await pool().query<ReportFactsRow>(SQL, [projectId, monitorIds, from, to]);
  return rows;
}
