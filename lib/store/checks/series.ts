import { pool } from "@/lib/store/core/pool";

export interface SeriesRow {
  region: string;
  /** Start of the step; null on the row that sums up the region's whole window. */
  at: Date | null;
  up: number;
  down: number;
  inconclusive: number;
  p50_us: number | null;
  p75_us: number | null;
  p95_us: number | null;
  p99_us: number | null;
}

export interface SeriesWindow {
  from: Date;
  to: Date;
  stepSeconds: number;
}

// Total times of successful checks only: a timeout isn't a response time.
const RAW = `
  select region, date_bin(make_interval(secs => $5), scheduled_at, $3) as at,
    count(*) filter (where outcome = 0)::int as up, count(*) filter (where outcome = 1)::int as down,
    count(*) filter (where outcome >= 2)::int as inconclusive,
    percentile_cont(0.5) within group (order by total_us) filter (where outcome = 0) as p50_us,
    percentile_cont(0.75) within group (order by total_us) filter (where outcome = 0) as p75_us,
    percentile_cont(0.95) within group (order by total_us) filter (where outcome = 0) as p95_us,
    percentile_cont(0.99) within group (order by total_us) filter (where outcome = 0) as p99_us
  from results
  where project_id = $1 and monitor_id = $2 and scheduled_at >= $3 and scheduled_at < $4
  group by grouping sets ((region, date_bin(make_interval(secs => $5), scheduled_at, $3)), (region))
  order by region, at nulls last`;

/** Returns the exact series from raw results, for windows inside their retention. */
export async function rawSeries(
  projectId: number,
  monitorId: number,
  window: SeriesWindow,
): Promise<SeriesRow[]> {
  const { rows } = await pool().query<SeriesRow>(RAW, values(projectId, monitorId, window));
  return rows;
}

/** Returns the series from rollups; percentiles of several hours or days are means weighted by successes. */
export async function rolledSeries(
  projectId: number,
  monitorId: number,
  window: SeriesWindow,
  source: "hourly" | "daily",
): Promise<SeriesRow[]> {
  const [table, time] =
    source === "hourly" ? ["rollups_hourly", "hour"] : ["rollups_daily", "day::timestamptz"];
  const bin = `date_bin(make_interval(secs => $5), ${time}, $3)`;
  const weighted = (column: string) => `sum(${column}::float8 * up) / nullif(sum(up), 0) as ${column}`;
  const { rows } = await pool().query<SeriesRow>(
    `select region, ${bin} as at, sum(up)::int as up, sum(down)::int as down,
       sum(inconclusive + missed)::int as inconclusive,
       ${["p50_us", "p75_us", "p95_us", "p99_us"].map(weighted).join(", ")}
     from ${table}
     where project_id = $1 and monitor_id = $2 and ${time} >= $3 and ${time} < $4
     group by grouping sets ((region, ${bin}), (region)) order by region, at nulls last`,
    values(projectId, monitorId, window),
  );
  return rows;
}

function values(projectId: number, monitorId: number, { from, to, stepSeconds }: SeriesWindow): unknown[] {
  return [projectId, monitorId, from, to, stepSeconds];
}

export interface StripRow {
  monitor_id: number;
  hour: Date;
  up: number;
  down: number;
  p50_us: number | null;
  p95_us: number | null;
}

/** Returns hours of several monitors since `from`: rollups, and raw results for hours not rolled up yet. */
export async function stripRows(projectId: number, monitorIds: number[], from: Date): Promise<StripRow[]> {
  const { rows } = await pool().query<StripRow>(
    `with rolled as (
       select monitor_id, hour, sum(up)::int as up, sum(down)::int as down,
         sum(p50_us::float8 * up) / nullif(sum(up), 0) as p50_us, sum(p95_us::float8 * up) / nullif(sum(up), 0) as p95_us
       from rollups_hourly where project_id = $1 and monitor_id = any ($2::bigint[]) and hour >= $3
       group by monitor_id, hour),
     edge as (
       select m.id as monitor_id, greatest(coalesce(max(r.hour) + interval '1 hour', $3), $3) as since
       from unnest($2::bigint[]) as m (id) left join rolled r on r.monitor_id = m.id group by m.id)
     select * from rolled
     union all
     select x.monitor_id, date_trunc('hour', x.scheduled_at, 'UTC'), count(*) filter (where outcome = 0)::int,
       count(*) filter (where outcome = 1)::int,
       percentile_cont(0.5) within group (order by total_us) filter (where outcome = 0),
       percentile_cont(0.95) within group (order by total_us) filter (where outcome = 0)
     from edge e join results x on x.monitor_id = e.monitor_id and x.scheduled_at >= e.since
     where x.project_id = $1 and x.scheduled_at >= $3
     group by 1, 2 order by 1, 2`,
    [projectId, monitorIds, from],
  );
  return rows;
}
