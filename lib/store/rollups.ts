import { sql } from "kysely";
import { db } from "./pool";

const TIMEOUT = "10min";

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

/** A rollup of more checks stands: its raw results may be gone, and late ones came alone into a new partition. */
const KEEP = (table: string) => {
  const checks = (row: string) =>
    ["up", "down", "inconclusive", "missed"].map((name) => `${row}.${name}`).join(" + ");
  return sql.raw(`where ${checks("excluded")} >= ${checks(table)}`);
};

/** Adds up raw results per monitor, region and UTC hour, `from` to `to` (whole hours). Doing it again replaces, unless fewer checks are left. */
export async function rollUpHours(from: Date, to: Date): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(TIMEOUT)}`.execute(trx);
      await sql`
        insert into rollups_hourly
        select project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us, min_us, max_us, p[1], p[2], p[3], p[4]
        from (select project_id, monitor_id, region, date_trunc('hour', scheduled_at, 'UTC') as hour, ${SUMS}
          from results where scheduled_at >= ${from} and scheduled_at < ${to} group by 1, 2, 3, 4) r
        on conflict (monitor_id, region, hour) do update set ${REPLACE} ${KEEP("rollups_hourly")}`.execute(
        trx,
      );
    });
}

/** The same per UTC day, from raw results: percentiles can't be added up from hours. `day` is a UTC midnight. */
export async function rollUpDay(day: Date): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(TIMEOUT)}`.execute(trx);
      await sql`
        insert into rollups_daily
        select project_id, monitor_id, region, ${day.toISOString().slice(0, 10)}::date, up, down, inconclusive, missed,
          sum_us, min_us, max_us, p[1], p[2], p[3], p[4]
        from (select project_id, monitor_id, region, ${SUMS}
          from results where scheduled_at >= ${day} and scheduled_at < ${day}::timestamptz + interval '24 hours'
          group by 1, 2, 3) r
        on conflict (monitor_id, region, day) do update set ${REPLACE} ${KEEP("rollups_daily")}`.execute(trx);
    });
}

/** The newest hour and day up to `now` that were added up; null before the first. Later ones were made while the clock was ahead (F11). */
export async function newestRollups(now: Date): Promise<{ hour: Date | null; day: string | null }> {
  const { rows } = await sql<{ hour: Date | null; day: string | null }>`
    select (select max(hour) from rollups_hourly where hour <= ${now}) as hour,
      (select max(day)::text from rollups_daily where day < (${now}::timestamptz at time zone 'UTC')::date) as day`.execute(
    db(),
  );
  return rows[0] ?? { hour: null, day: null };
}

/** Removes hourly rollups from before `before`, in steps, so that no lock is held long. Returns how many. */
export async function deleteHoursBefore(before: Date): Promise<number> {
  let gone = 0;
  for (;;) {
    const done = await sql`
      delete from rollups_hourly where ctid = any (array(
        select ctid from rollups_hourly where hour < ${before} limit 5000))`.execute(db());
    const step = Number(done.numAffectedRows ?? 0n);
    gone += step;
    if (step < 5000) return gone;
  }
}
