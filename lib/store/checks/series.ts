import { SERIES_PHASES, type SeriesPhase } from "@/lib/contract/checks/series";
import type { DateRange } from "@/lib/domain/core/span";
import { read } from "@/lib/store/core/connection/statements";

export interface SeriesRow {
  region: string;
  /** Start of the step; null on a row that belongs to the region's total: of one hour, or of the whole range. */
  at: Date | null;
  up: number;
  down: number;
  inconclusive: number;
  p50_us: number | null;
  p75_us: number | null;
  p95_us: number | null;
  p99_us: number | null;
  /** Mean microseconds per phase; absent in rollups. */
  phases?: Record<SeriesPhase, number | null>;
}

export interface SeriesRange extends DateRange {
  stepSeconds: number;
}

/** Percentiles as rollups have them. Of successful checks only, because a timeout isn't a response time. */
const PERCENTILES = [50, 75, 95, 99]
  .map(
    (percent) =>
      `percentile_disc(${percent / 100}) within group (order by total_us) filter (where outcome = 0) as p${percent}_us`,
  )
  .join(", ");

const PHASES = SERIES_PHASES.map((phase) => `'${phase}', avg(${phase}_us) filter (where outcome = 0)`).join(
  ", ",
);

const RAW = `
  select region, step as at, count(*) filter (where outcome = 0)::int as up,
    count(*) filter (where outcome = 1)::int as down, count(*) filter (where outcome >= 2)::int as inconclusive,
    ${PERCENTILES}, json_build_object(${PHASES}) as phases
  from results, lateral (select date_bin(make_interval(secs => $5), scheduled_at, $3) as step,
    date_trunc('hour', scheduled_at, 'UTC') as hour) t
  where project_id = $1 and monitor_id = $2 and scheduled_at >= $3 and scheduled_at < $4
  group by grouping sets ((region, step), (region, hour))
  order by region, at nulls last`;

/** Returns the series from raw results, for ranges inside their retention. Totals come hour by hour. */
export async function rawSeries(
  projectId: number,
  monitorId: number,
  range: SeriesRange,
): Promise<SeriesRow[]> {
  return read<SeriesRow>(RAW, values(projectId, monitorId, range));
}

/** Returns the series from rollups; percentiles of several hours or days are means weighted by successes. */
export async function rolledSeries(
  projectId: number,
  monitorId: number,
  range: SeriesRange,
  source: "hourly" | "daily",
): Promise<SeriesRow[]> {
  const [table, time] =
    source === "hourly" ? ["rollups_hourly", "hour"] : ["rollups_daily", "day::timestamptz"];
  const bin = `date_bin(make_interval(secs => $5), ${time}, $3)`;
  return read<SeriesRow>(
    `select region, ${bin} as at, sum(up)::int as up, sum(down)::int as down,
       sum(inconclusive + missed)::int as inconclusive,
       ${["p50_us", "p75_us", "p95_us", "p99_us"].map(weighted).join(", ")}
     from ${table}
     where project_id = $1 and monitor_id = $2 and ${time} >= $3 and ${time} < $4
     group by grouping sets ((region, ${bin}), (region)) order by region, at nulls last`,
    values(projectId, monitorId, range),
  );
}

function values(projectId: number, monitorId: number, { from, to, stepSeconds }: SeriesRange): unknown[] {
  return [projectId, monitorId, from, to, stepSeconds];
}

/** Combines a percentile of several rows as `combinedPercentile` does. */
function weighted(column: string): string {
  return `sum(${column}::float8 * up) / nullif(sum(up), 0) as ${column}`;
}

export interface StripRow {
  monitor_id: number;
  hour: Date;
  up: number;
  down: number;
  p50_us: number | null;
  p95_us: number | null;
}

/**
 * Returns hours of several monitors since `from`: rollups, and raw results for hours not rolled up yet. `offset 0` makes the planner
 * look up the end of each monitor: it takes reading all raw results since `from` for cheaper.
 */
export async function stripRows(projectId: number, monitorIds: number[], from: Date): Promise<StripRow[]> {
  return read<StripRow>(
    `with rolled as (
       select monitor_id, hour, up, down, p50_us, p95_us
       from rollups_hourly where project_id = $1 and monitor_id = any ($2::bigint[]) and hour >= $3),
     edge as (
       select m.id as monitor_id, greatest(coalesce(max(r.hour) + interval '1 hour', $3), $3) as since
       from unnest($2::bigint[]) as m (id) left join rolled r on r.monitor_id = m.id group by m.id),
     recent as (
       select e.monitor_id, x.* from edge e cross join lateral (
         select date_trunc('hour', scheduled_at, 'UTC') as hour, count(*) filter (where outcome = 0) as up,
           count(*) filter (where outcome = 1) as down, ${PERCENTILES}
         from results where project_id = $1 and monitor_id = e.monitor_id and scheduled_at >= e.since
         group by region, 1 offset 0) x)
     select monitor_id, hour, sum(up)::int as up, sum(down)::int as down, ${weighted("p50_us")}, ${weighted("p95_us")}
     from (select * from rolled union all select monitor_id, hour, up, down, p50_us, p95_us from recent) every
     group by 1, 2 order by 1, 2`,
    [projectId, monitorIds, from],
  );
}
