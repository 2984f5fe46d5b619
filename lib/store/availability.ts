import { pool } from "./pool";

/** Seconds of one monitor in one window. */
export interface ObservedSeconds {
  monitor_id: number;
  /** Index into the windows that were asked for. */
  slot: number;
  /** In which the monitor existed, had been checked and was neither paused nor held. */
  observed: number;
  /** Of these, covered by incidents that count. */
  down: number;
}

/**
 * One set-based query for many monitors and several windows that end now. Multiranges do the union of incidents and the
 * cut by pauses (api.md §3 Reports): downtime = (∪ incidents − pauses) ∩ window, observed = (existence − pauses) ∩ window.
 */
export async function observedSeconds(
  projectId: number,
  monitorIds: readonly number[],
  starts: readonly Date[],
  end: Date,
): Promise<ObservedSeconds[]> {
  const { rows } = await pool().query<ObservedSeconds>(
    `with spans as (
       select m.id as monitor_id,
         case when s.last_checked_at is null then '{}'::tstzmultirange
           else tstzmultirange(tstzrange(least(m.created_at, $4), $4))
             - coalesce((select range_agg(tstzrange(p.started_at, greatest(p.started_at, coalesce(p.ended_at, $4))))
                 from monitor_pauses p where p.monitor_id = m.id and coalesce(p.ended_at, $4) > $5), '{}') end as observed,
         coalesce((select range_agg(tstzrange(least(i.incident_at, $4), greatest(least(i.incident_at, $4), least(coalesce(i.recovery_at, $4), $4))))
           from incident_monitors im join incidents i on i.id = im.incident_id
           where im.monitor_id = m.id and i.project_id = $1 and not i.exclude_from_downtime
             and coalesce(i.recovery_at, $4) > $5), '{}') as broken
       from monitors m join monitor_states s on s.monitor_id = m.id
       where m.project_id = $1 and m.id = any ($2::bigint[]))
     select monitor_id, slot::int - 1 as slot,
       (select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) from unnest(span.observed * w) r)::float8 as observed,
       (select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) from unnest(span.observed * span.broken * w) r)::float8 as down
     from spans span
     cross join lateral unnest($3::timestamptz[]) with ordinality as win (start, slot)
     cross join lateral (select tstzmultirange(tstzrange(win.start, $4))) as cut (w)`,
    [projectId, monitorIds, starts, end, new Date(Math.min(...starts.map((start) => start.getTime())))],
  );
  return rows;
}
