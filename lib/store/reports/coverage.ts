import { HOURLY_ROLLUP_DAYS } from "@/lib/domain/core/retention";
import { JUDGED } from "@/lib/store/checks/judged";
import { pool } from "@/lib/store/core/pool";

/** Seconds covered by checks, per monitor. */
export interface CoverageWindow {
  from: Date;
  /** Not in the future. */
  to: Date;
}

/** A window may begin slightly earlier than the hours that are kept. */
const HOURLY_DAYS_MAX = HOURLY_ROLLUP_DAYS - 5;
const MOST_MONITOR_DAYS = 6000;

const LENGTH = (range: string) =>
  `(select coalesce(sum(date_part('epoch', upper(r) - lower(r))), 0) from unnest(${range}) r)`;

const WATCHED = `
  win as (select tstzmultirange(tstzrange($3, $4)) as w),
  pauses as (
    select monitor_id, range_agg(tstzrange(started_at, greatest(started_at, coalesce(ended_at, 'infinity')))) as paused
    from monitor_pauses where project_id = $1 and monitor_id = any ($2::bigint[]) and started_at < $4 and (ended_at is null or ended_at > $3)
    group by monitor_id),
  watched as (
    select m.id, m.name, case when not ${JUDGED} then '{}'::tstzmultirange
      else tstzmultirange(tstzrange(m.created_at, 'infinity')) * win.w - coalesce(p.paused, '{}') end as observed
    from monitors m join monitor_states s on s.monitor_id = m.id cross join win left join pauses p on p.monitor_id = m.id
    where m.project_id = $1 and m.id = any ($2::bigint[]))`;

interface Rollups {
  readonly table: string;
  readonly column: string;
  /** SQL of the time at which a rollup begins. */
  readonly start: string;
  readonly step: string;
  /** Returns SQL that compares with the column itself, so that its index is used. */
  readonly at: (time: string) => string;
}

const HOURS: Rollups = {
  table: "rollups_hourly",
  column: "hour",
  start: "hour",
  step: "1 hour",
  at: (time) => time,
};
const DAYS: Rollups = {
  table: "rollups_daily",
  column: "day",
  start: "day::timestamp at time zone 'UTC'",
  step: "1 day",
  at: (time) => `(${time}) at time zone 'UTC'`,
};

/** Returns the rollups to read a window from: hours, or days where hours are deleted or would number millions. */
function rollupsOf({ from, to }: CoverageWindow, monitors: number): Rollups {
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  return days > HOURLY_DAYS_MAX || days * monitors > MOST_MONITOR_DAYS ? DAYS : HOURS;
}

const RECENT = "greatest($3, $4::timestamptz - interval '2 hours')";

/**
 * Returns SQL of `rolled`, the rollups of the monitors in `$2`, and `seen`, a span per hour or day with checks. The latest hours may not be
 * rolled up yet: it looks for one check in each, because reading all takes longer.
 */
function seenSql(window: CoverageWindow, monitors: number): string {
  const { table, column, start, step, at } = rollupsOf(window, monitors);
  return `rolled as (
       select monitor_id, ${start} as start, up, down, p50_us, p95_us, p99_us from ${table}
       where project_id = $1 and monitor_id = any ($2::bigint[])
         and ${column} < ${at("$4::timestamptz")} and ${column} >= ${at(`$3::timestamptz - interval '${step}'`)}),
     seen as (
       select monitor_id, tstzrange(start, start + interval '${step}') as span from rolled where up + down > 0
       union all
       select wanted.monitor_id, tstzrange(hour, hour + interval '1 hour')
       from unnest($2::bigint[]) as wanted (monitor_id)
         cross join generate_series(date_bin('1 hour', ${RECENT}, '2000-01-01Z'), $4, '1 hour') as hour
         cross join lateral (
           select from results where project_id = $1 and monitor_id = wanted.monitor_id and outcome <= 1
             and scheduled_at >= ${RECENT} and scheduled_at < $4
             and scheduled_at >= hour and scheduled_at < hour + interval '1 hour' limit 1) checked)`;
}

export interface CheckedRow {
  monitor_id: number;
  covered_seconds: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/**
 * Returns per monitor the seconds of the window covered by checks, from whole hours, or from days where hours are deleted or would
 * number millions, and percentiles of response times in milliseconds, combined as `combinedPercentile` does. A runner's downtime
 * reduces coverage, never availability.
 */
export async function checkedSums(
  projectId: number,
  monitorIds: readonly number[],
  window: CoverageWindow,
): Promise<Map<number, CheckedRow>> {
  const combined = (name: string) =>
    `round((sum(${name}_us::float8 * up) / nullif(sum(up), 0) / 1000)::numeric, 1)::float8 as ${name}`;
  const { rows } = await pool().query<CheckedRow>(
    `with ${WATCHED},
     ${seenSql(window, monitorIds.length)},
     covered as (
       select x.id, ${LENGTH("x.observed * seen_by.spans")} as seconds
       from watched x join (select monitor_id, range_agg(span) as spans from seen group by monitor_id) seen_by
         on seen_by.monitor_id = x.id),
     timed as (
       select monitor_id, ${["p50", "p95", "p99"].map(combined).join(", ")} from rolled where start >= $3 group by monitor_id)
     select w.id as monitor_id, coalesce(covered.seconds, 0) as covered_seconds, p50, p95, p99
     from watched w left join covered on covered.id = w.id left join timed on timed.monitor_id = w.id`,
    [projectId, monitorIds, window.from, window.to],
  );
  return new Map(rows.map((row) => [row.monitor_id, row]));
}

/** Returns the hours of the window in which a monitor was checked, or its days where hours are deleted. Sorted and disjoint. */
export async function coveredSpans(
  projectId: number,
  monitorId: number,
  window: CoverageWindow,
): Promise<{ from: number; to: number }[]> {
  const { rows } = await pool().query<{ from: number; to: number }>(
    `with ${seenSql(window, 1)}
     select extract(epoch from lower(r)) * 1000 as "from", extract(epoch from upper(r)) * 1000 as "to"
     from (select unnest(range_agg(span)) as r from seen) parts order by 1`,
    [projectId, [monitorId], window.from, window.to],
  );
  return rows.map(({ from, to }) => ({ from: Number(from), to: Number(to) }));
}

/** Returns the mean seconds to recovery of the project's recovered incidents in the window, those of some monitors or of all; null without one. */
export async function meanSecondsToRecovery(
  projectId: number,
  window: CoverageWindow,
  monitorIds: readonly number[] | null,
): Promise<number | null> {
  const { rows } = await pool().query<{ mttr: number | null }>(
    `select avg(floor(date_part('epoch', recovery_at)) - floor(date_part('epoch', incident_at))) as mttr
     from incidents i
     where project_id = $1 and incident_at < $3 and recovery_at > $2 and withdrawn_at is null
       and exists (select 1 from incident_monitors m
         where m.incident_id = i.id and ($4::bigint[] is null or m.monitor_id = any ($4::bigint[])))`,
    [projectId, window.from, window.to, monitorIds],
  );
  const mttr = rows[0]?.mttr ?? null;
  return mttr === null ? null : Math.round(mttr);
}
