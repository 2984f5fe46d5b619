import { HOURLY_ROLLUP_DAYS } from "@/lib/domain/core/retention";
import type { DateRange } from "@/lib/domain/core/span";
import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { JUDGED } from "@/lib/store/checks/judged";
import { read } from "@/lib/store/core/connection/statements";
import { AMONG_ALL, AMONG_IDS, type Among } from "./among";

/** A range may begin slightly earlier than the hours that are kept. */
const HOURLY_DAYS_MAX = HOURLY_ROLLUP_DAYS - 5;
const MOST_MONITOR_DAYS = 6000;

const LENGTH = (spans: string) =>
  `(select coalesce(sum(date_part('epoch', upper(r) - lower(r))), 0) from unnest(${spans}) r)`;

/** Returns SQL of the times in which monitors were observed. `ids` is an array. */
const watchedSql = (ids: string) => `
  win as (select tstzmultirange(tstzrange($3, $4)) as w),
  pauses as (
    select monitor_id, range_agg(tstzrange(started_at, greatest(started_at, coalesce(ended_at, 'infinity')))) as paused
    from monitor_pauses where project_id = $1 and monitor_id = any (${ids}) and started_at < $4 and (ended_at is null or ended_at > $3)
    group by monitor_id),
  watched as (
    select m.id, m.name, case when not ${JUDGED} then '{}'::tstzmultirange
      else tstzmultirange(tstzrange(m.created_at, 'infinity')) * win.w - coalesce(p.paused, '{}') end as observed
    from monitors m join monitor_states s on s.project_id = $1 and s.monitor_id = m.id cross join win left join pauses p on p.monitor_id = m.id
    where m.project_id = $1 and m.id = any (${ids}))`;

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

/** Returns the rollups to read a range from: hours, or days where hours are deleted or would number millions. */
function rollupsOf({ from, to }: DateRange, monitors: number): Rollups {
  const daysUntil = (end: Date) => (end.getTime() - from.getTime()) / DAY_MS;
  const isDeleted = daysUntil(now()) > HOURLY_DAYS_MAX;
  return isDeleted || daysUntil(to) * monitors > MOST_MONITOR_DAYS ? DAYS : HOURS;
}

const RECENT = "greatest($3, $4::timestamptz - interval '2 hours')";

/** Returns SQL of a monitor's rollups with their spans. `timed` counts the checks of those that begin in the range. `offset 0` computes a span once. */
function rolledSql(monitor: string, range: DateRange, monitors: number): string {
  const { table, column, start, step, at } = rollupsOf(range, monitors);
  return `(select tstzrange(start, start + interval '${step}') as span, up + down > 0 as is_checked,
       case when start >= $3 then up end as timed, p50_us, p95_us, p99_us
     from (select *, ${start} as start from ${table}
       where project_id = $1 and monitor_id = ${monitor}
         and ${column} < ${at("$4::timestamptz")} and ${column} >= ${at(`$3::timestamptz - interval '${step}'`)}) named
     offset 0) rolled`;
}

/**
 * Returns SQL of the latest hours in which a monitor was checked, which may not be rolled up yet. Looks for one check in each, because reading
 * all takes longer.
 */
const recentSql = (monitor: string) => `(select tstzrange(hour, hour + interval '1 hour') as span
     from generate_series(date_bin('1 hour', ${RECENT}, '2000-01-01Z'), $4, '1 hour') as hour
       cross join lateral (
         select 1 from results where project_id = $1 and monitor_id = ${monitor} and outcome <= 1
           and scheduled_at >= ${RECENT} and scheduled_at < $4
           and scheduled_at >= hour and scheduled_at < hour + interval '1 hour' limit 1) checked) recent`;

const COMBINED = (name: string) =>
  `round((sum(${name}_us::float8 * timed) / nullif(sum(timed), 0) / 1000)::numeric, 1)::float8 as ${name}`;

export interface CheckedRow {
  monitor_id: number;
  covered_seconds: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/**
 * Returns SQL that selects per monitor (`CheckedRow`) the seconds of the range covered by checks, from whole hours, or from days where hours are
 * deleted or would number millions, and percentiles of response times in milliseconds, combined as `combinedPercentile` does. A runner's downtime
 * reduces coverage, never availability.
 */
export function checkedSums(range: DateRange, monitors: number): string {
  return `with ${watchedSql("$2::bigint[]")}
     select w.id as monitor_id, ${LENGTH("w.observed * (a.spans + b.spans)")} as covered_seconds, p50, p95, p99
     from watched w
       cross join lateral (
         select coalesce(range_agg(span) filter (where is_checked), '{}') as spans, ${["p50", "p95", "p99"].map(COMBINED).join(", ")}
         from ${rolledSql("w.id", range, monitors)}) a
       cross join lateral (select coalesce(range_agg(span), '{}') as spans from ${recentSql("w.id")}) b`;
}

/** Returns the hours of the range in which a monitor was checked, or its days where hours are deleted. Sorted and disjoint. */
export async function coveredSpans(
  projectId: number,
  monitorId: number,
  range: DateRange,
): Promise<{ from: number; to: number }[]> {
  const rows = await read<{ from: number; to: number }>(
    `select extract(epoch from lower(r)) * 1000 as "from", extract(epoch from upper(r)) * 1000 as "to"
     from (select unnest(range_agg(span)) as r from (
       select span from ${rolledSql("$2", range, 1)} where is_checked
       union all select span from ${recentSql("$2")}) seen) parts order by 1`,
    [projectId, monitorId, range.from, range.to],
  );
  return rows.map(({ from, to }) => ({ from: Number(from), to: Number(to) }));
}

/** Returns the combined percentiles of the monitors' response times in milliseconds, by the beginning of each UTC day with a rollup. */
export async function responseTimesByDay(
  projectId: number,
  monitorIds: readonly number[],
  range: DateRange,
): Promise<Map<number, { p50: number | null; p95: number | null }>> {
  const rows = await read<{ at: Date; p50: number | null; p95: number | null }>(
    `select date_trunc('day', lower(span), 'UTC') as at, ${["p50", "p95"].map(COMBINED).join(", ")}
     from unnest($2::bigint[]) as m(id) cross join lateral (select * from ${rolledSql("m.id", range, monitorIds.length)}) r
     where lower(span) >= date_trunc('day', $3::timestamptz, 'UTC') group by 1`,
    [projectId, monitorIds, range.from, range.to],
  );
  return new Map(rows.map(({ at, ...times }) => [at.getTime(), times]));
}

/**
 * Monitors whose latest results aren't enough to say that one of each range was conclusive: of most, they are. The first range begins
 * at `$3`, the last one at `$5`. A monitor without any region state is fetching or paused.
 */
const UNCERTAIN = (among: Among) => `
  select id from monitors m where project_id = $1 and ${among("id")} and created_at > $3 and not exists (
    select 1 from region_states r where r.project_id = $1 and r.monitor_id = m.id and r.last_outcome in ('up', 'down')
      and r.last_checked_at >= m.created_at and r.last_checked_at < $4)
  union select monitor_id from monitor_pauses where project_id = $1 and ${among("monitor_id")}
    and started_at < $4 and (ended_at is null or ended_at > $3)
  union select monitor_id from monitor_states where project_id = $1 and ${among("monitor_id")} and status in ('fetching', 'paused')
  union select monitor_id from region_states where project_id = $1 and ${among("monitor_id")} and (
    last_outcome is null or last_outcome = 'inconclusive' or last_checked_at is null or last_checked_at < $5 or last_checked_at >= $4)`;

/**
 * Returns for each range since one of the times, the earliest first, the monitors with the IDs, or of a whole project, of which no
 * conclusive result covers any observed time. All ranges look for them in the same few, so that none reads every region again.
 */
export async function selectUnseen(
  projectId: number,
  monitorIds: readonly number[] | null,
  since: readonly Date[],
  to: Date,
): Promise<Set<number>[]> {
  const covers = (spans: string, condition = "true") =>
    `exists (select 1 from ${spans} where ${condition} and span && w.observed)`;
  // Each range has a parameter of its own for its start.
  const unseenSince = (from: Date, at: number) =>
    `(with ${watchedSql("array(select id from uncertain)")}
      select id, ${at} as at from watched w
      where not ${covers(rolledSql("w.id", { from, to }, 1), "is_checked")} and not ${covers(recentSql("w.id"))})`.replaceAll(
      "$3",
      `$${at + 6}`,
    );
  const rows = await read<{ id: number; at: number }>(
    `with uncertain as materialized (${UNCERTAIN(monitorIds ? AMONG_IDS : AMONG_ALL)})
     select * from (${since.map(unseenSince).join("\nunion all ")}) found`,
    [projectId, monitorIds, since[0], to, since.at(-1), ...since],
  );
  return since.map((_, at) => new Set(rows.filter((row) => row.at === at).map(({ id }) => id)));
}
