/** How long each stage has been behind, in seconds by the database's clock; null when there is nothing to do. */
export interface StageAges {
  /** Since an active monitor was last checked, changed, or resumed; null also if one was checked within the last minute. */
  checked_s: number | null;
  /** The shortest interval of those monitors. */
  interval_s: number | null;
  /** Delay of the jobs that run every minute: silent regions, maintenance, missed notifications. */
  minute_late_s: number | null;
  /** Delay of the jobs that run every hour: rollups and retention. */
  hour_late_s: number | null;
  /** Age of the public page that is furthest behind. */
  page_s: number | null;
}

const lateness = (job: string) => `(
  select extract(epoch from now() - least(run_at, locked_at))::float8 from graphile_worker._private_jobs where key = '${job}')`;

/** Selects the ages that don't depend on checks. */
export const JOB_AGES = `
  select ${lateness("tick")} as minute_late_s, ${lateness("hourly_maintenance")} as hour_late_s,
    (select extract(epoch from now() - min(coalesce(p.as_of, s.updated_at)))::float8
      from status_pages s left join page_snapshots p on p.status_page_id = s.id) as page_s`;

const ACTIVE = `from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id
  where m.project_id = any ($6::bigint[]) and s.project_id = any ($6::bigint[])
    and not m.paused and not m.paused_by_window and m.simulation is null`;

/** Selects the ages of the checks of the projects `$6`. Reads every monitor only if none was checked within a minute, which is soon enough for any interval. */
export const CHECK_AGES = `
  select ages.* from (select exists (select 1 ${ACTIVE} and s.last_checked_at > now() - interval '1 minute') as is_checked offset 0) recent
    left join lateral (
      select extract(epoch from now() - max(greatest(coalesce(s.last_checked_at, m.updated_at), m.updated_at)))::float8 as checked_s,
        min(m.interval_seconds) as interval_s ${ACTIVE} and not recent.is_checked) ages on true`;
