import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { pool } from "@/lib/store/core/pool";
import { run } from "@/lib/testing/sql";

/** Deterministic values from a hash of the row, so that every run has the same numbers. */
const NOISE = (...parts: string[]) => `(abs(hashint8extended(${parts.join(" + ")}, 7)) % 10000)`;

/**
 * Creates `days` of history for every benchmark monitor: complete daily rollups and hourly ones, one monitor in a
 * hundred with a daily incident (1 to 60 minutes), one in a hundred paused for two hours a week.
 */
export async function seedPast(days: number, hourlyEvery: number): Promise<void> {
  await run`update monitors
    set created_at = date_trunc('day', now(), 'UTC') - ${days} * interval '1 day' - interval '30 days'`;
  await run`update monitor_states set status = 'online', last_checked_at = now()`;
  await seedRollups(days, hourlyEvery);
  await incidents(days);
  await run`insert into monitor_pauses (monitor_id, project_id, cause, started_at, ended_at)
     select m.id, 1, 'manual', at, at + interval '2 hours'
     from monitors m, lateral (select date_trunc('day', now(), 'UTC') - w * interval '7 days' as at
       from generate_series(1, ${days} / 7) w) t where m.id % 100 = 7`;
  await run`vacuum analyze`;
}

/**
 * Creates rollups of whole days before today in the order a server writes them: hour by hour, over all monitors.
 * Hourly ones only for one monitor in `hourlyEvery`.
 */
export async function seedRollups(days: number, hourlyEvery: number): Promise<void> {
  await ensureRollupMonths(new Date(now().getTime() - (days + 1) * DAY_MS), now());
  await Promise.all([seedHourly(days * 24, hourlyEvery), seedDaily(days)]);
}

const figures = (checks: number) =>
  `${checks}, 0, 0, 0, ${checks}::bigint * 42000, 21000, 180000, 38000, 47000, 90000, 150000`;

async function seedHourly(hours: number, every: number): Promise<void> {
  for (let hour = hours; hour >= 1; hour -= 1)
    await pool().query(
      `insert into rollups_hourly
       select 1, id, 'eu-deu-fra', date_trunc('day', now(), 'UTC') - $1 * interval '1 hour', ${figures(60)}
       from monitors where id % $2::int = 0 order by id`,
      [hour, every],
    );
}

async function seedDaily(days: number): Promise<void> {
  for (let day = days; day >= 1; day -= 1)
    await pool().query(
      `insert into rollups_daily
       select 1, id, 'eu-deu-fra', (now() at time zone 'UTC')::date - $1::int, ${figures(1440)} from monitors order by id`,
      [day],
    );
}

async function incidents(days: number): Promise<void> {
  await pool().query(
    `with chosen as (
       select m.id as monitor_id, date_trunc('day', now(), 'UTC') - d * interval '1 day'
         + ${NOISE("m.id * 1000", "d")} * interval '7 seconds' as at, ${NOISE("m.id", "d * 77")} as noise
       from monitors m, generate_series(1, $1::int) d where ${NOISE("m.id * 131", "d")} < 100),
     numbered as (select *, row_number() over (order by at, monitor_id) as number from chosen),
     made as (
       insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
       select 1, number, 'BEN-' || number, 'monitor', 'Connection refused',
         (array['partial_outage', 'major_outage'])[1 + noise % 2], 'recovered', at, at + (60 + noise % 3540) * interval '1 second'
       from numbered returning id, number)
     insert into incident_monitors (incident_id, monitor_id, project_id, failing_since, recovered_at)
     select made.id, n.monitor_id, 1, n.at, n.at + (60 + n.noise % 3540) * interval '1 second'
     from made join numbered n using (number)`,
    [days],
  );
}
