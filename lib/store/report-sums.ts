import { pool } from "./pool";

export interface ReportRow {
  monitor_id: number;
  name: string;
  observed_seconds: number;
  down_seconds: number;
  incident_count: number;
  recovered_count: number;
  repair_seconds: number;
  impacts: string[];
  incident_ids: number[];
}

// Dates are cut to seconds first, as the API shows them, so that a downtime is the difference of the shown dates.
// In an incident of several monitors each one counts only while it was failing itself.
const SQL = `
  with win as (select tstzrange($3, $4) as span, $3::timestamptz as win_start, $4::timestamptz as win_end),
  touching as (
    select im.monitor_id, i.id, i.impact, i.exclude_from_downtime, i.recovery_at is not null as recovered,
      date_trunc('second', case when i.type = 'monitor' then greatest(i.incident_at, im.failing_since) else i.incident_at end) as start,
      date_trunc('second', case when i.type = 'monitor' and several.n > 1 then least(im.recovered_at, i.recovery_at) else i.recovery_at end) as finish
    from win, incident_monitors im
      join incidents i on i.id = im.incident_id
      cross join lateral (select count(*) as n from incident_monitors x where x.incident_id = i.id) several
    where im.project_id = $1 and im.monitor_id = any ($2::bigint[]) and i.project_id = $1
      and i.incident_at < win.win_end and coalesce(i.recovery_at, win.win_end) >= win.win_start),
  broken as (
    select monitor_id,
      range_agg(tstzrange(least(start, win.win_end), greatest(least(start, win.win_end), least(coalesce(finish, win.win_end), win.win_end))))
        filter (where not exclude_from_downtime) as spans,
      count(*) as incident_count, count(*) filter (where recovered) as recovered_count,
      coalesce(sum(extract(epoch from finish - start)) filter (where recovered), 0)::float8 as repair_seconds,
      array_agg(distinct impact) as impacts, array_agg(id order by id desc) as ids
    from touching, win group by monitor_id),
  held as (
    select monitor_id, range_agg(tstzrange(started_at, greatest(started_at, coalesce(ended_at, win.win_end)))) as spans
    from monitor_pauses, win
    where monitor_id = any ($2::bigint[]) and started_at < win.win_end and coalesce(ended_at, win.win_end) > win.win_start
    group by monitor_id)
  select m.id as monitor_id, m.name,
    (select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) from unnest(o.spans) r)::float8 as observed_seconds,
    (select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) from unnest(o.spans * b.spans) r)::float8 as down_seconds,
    coalesce(b.incident_count, 0) as incident_count, coalesce(b.recovered_count, 0) as recovered_count,
    coalesce(b.repair_seconds, 0) as repair_seconds, coalesce(b.impacts, '{}') as impacts, coalesce(b.ids, '{}') as incident_ids
  from win, unnest($2::bigint[]) with ordinality as wanted (id, at)
    join monitors m on m.id = wanted.id join monitor_states s on s.monitor_id = m.id
    left join broken b on b.monitor_id = m.id left join held h on h.monitor_id = m.id
    cross join lateral (select case when s.last_checked_at is null then '{}'::tstzmultirange
      else tstzmultirange(win.span) * tstzmultirange(tstzrange(date_trunc('second', m.created_at), null)) - coalesce(h.spans, '{}')
      end as spans) o
  where m.project_id = $1
  order by wanted.at`;

/** Adds up the window per monitor, in the order of the ids; ids of other projects are absent. One set-based query. */
export async function reportSums(
  projectId: number,
  monitorIds: readonly number[],
  from: Date,
  to: Date,
): Promise<ReportRow[]> {
  const { rows } = await pool().query<ReportRow>(SQL, [projectId, monitorIds, from, to]);
  return rows;
}
