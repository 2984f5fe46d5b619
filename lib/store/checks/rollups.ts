import { sql } from "kysely";
import { FIRST_SLICE_IDS, nextSliceIds } from "@/lib/domain/core/slice-size";
import { monotonicMs } from "@/lib/shared/clock";
import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { partitionName } from "./partitions";
import { ensureRollupMonths } from "./rollup-months";

const SUMS = sql`
  count(*) filter (where outcome = 0) as up, count(*) filter (where outcome = 1) as down,
  count(*) filter (where outcome = 2) as inconclusive, count(*) filter (where outcome = 3) as missed,
  coalesce(sum(total_us) filter (where outcome = 0), 0) as sum_us,
  min(total_us) filter (where outcome = 0) as min_us, max(total_us) filter (where outcome = 0) as max_us,
  percentile_disc(array[0.5, 0.75, 0.95, 0.99]) within group (order by total_us) filter (where outcome = 0) as p`;

const REPLACE = sql`
  up = excluded.up, down = excluded.down, inconclusive = excluded.inconclusive, missed = excluded.missed,
  sum_us = excluded.sum_us, min_us = excluded.min_us, max_us = excluded.max_us,
  p50_us = excluded.p50_us, p75_us = excluded.p75_us, p95_us = excluded.p95_us, p99_us = excluded.p99_us`;

/** Keeps an existing rollup that covers more checks, because its raw results may be gone, with only late ones in a new partition. */
const KEEP = (table: string) => {
  const checks = (row: string) =>
    ["up", "down", "inconclusive", "missed"].map((name) => `${row}.${name}`).join(" + ");
  return sql.raw(`where ${checks("excluded")} >= ${checks(table)}`);
};

/** Consecutive monitors that one statement aggregates, because more take long and need temporary files. */
export interface MonitorSlice {
  readonly first: number;
  readonly last: number;
}

/**
 * Yields slices of the monitors above `after` that have raw results on a day. Their size follows the time that the caller took for
 * the one before.
 */
export async function* monitorSlices(day: Date, after = -1): AsyncGenerator<MonitorSlice> {
  let ids = FIRST_SLICE_IDS;
  for (let last = after; ; ) {
    const rows = await read<{ first: number | null }>(
      `select min(monitor_id) as first from ${partitionName(day.getTime())} where monitor_id > $1`,
      [last],
    );
    const first = rows[0]?.first ?? null;
    if (first === null) return;
    last = first + ids - 1;
    const begunMs = monotonicMs();
    yield { first, last };
    ids = nextSliceIds(ids, monotonicMs() - begunMs);
  }
}

/** Aggregates raw results per monitor, region and UTC hour, `from` to `to` (whole hours). Repeatable unless fewer checks are left. */
export async function rollUpHours(from: Date, to: Date, { first, last }: MonitorSlice): Promise<void> {
  await ensureRollupMonths(from, to);
  await sql`
      insert into rollups_hourly
      select project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us, min_us, max_us, p[1], p[2], p[3], p[4]
      from (select project_id, monitor_id, region, date_trunc('hour', scheduled_at, 'UTC') as hour, ${SUMS}
        from results where scheduled_at >= ${from} and scheduled_at < ${to} and monitor_id between ${first} and ${last}
        group by 1, 2, 3, 4) r
      on conflict (monitor_id, region, hour, project_id) do update set ${REPLACE} ${KEEP("rollups_hourly")}`.execute(
    db(),
  );
}

/** Aggregates raw results per UTC day, because percentiles can't be combined from hours. `day` is a UTC midnight. */
export async function rollUpDay(day: Date, { first, last }: MonitorSlice): Promise<void> {
  await sql`
      insert into rollups_daily
      select project_id, monitor_id, region, ${day.toISOString().slice(0, 10)}::date, up, down, inconclusive, missed,
        sum_us, min_us, max_us, p[1], p[2], p[3], p[4]
      from (select project_id, monitor_id, region, ${SUMS}
        from results where scheduled_at >= ${day} and scheduled_at < ${day}::timestamptz + interval '24 hours'
          and monitor_id between ${first} and ${last}
        group by 1, 2, 3) r
      on conflict (monitor_id, region, day, project_id) do update set ${REPLACE} ${KEEP("rollups_daily")}`.execute(
    db(),
  );
}
