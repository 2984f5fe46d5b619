import { beforeEach, expect, test } from "vitest";
import { readiness } from "@/lib/engine/health/readiness";
import { rollUp } from "@/lib/engine/retention/rollup";
import { DAY_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { ensurePartitions, ensurePartitionsFor, partitionDays } from "@/lib/store/checks/partitions";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { runHourlyMaintenance } from "./hourly-maintenance";

useDatabase();

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** Two runs, an hour apart. */
const anHourPasses = () =>
  run`update maintenance_steps
    set failed_at = failed_at - interval '1 hour', failing_since = failing_since - interval '1 hour'`;
const maintenance = async () => {
  forget("health.stages");
  return (await readiness()).checks.maintenance;
};

beforeEach(async () => {
  await run`truncate maintenance_steps`;
});

test("failing rollups stop no other step, and readiness names them after two failures", async () => {
  await ensurePartitionsFor([today - 20 * DAY_MS]);
  await ensurePartitions(Date.now());
  await rollUp(new Date());
  const lastHour = Date.now() - 3600_000;
  await pool().query(
    `insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome)
     values (1, 7, $1, $1, 'eu-deu-fra', 0)`,
    [new Date(lastHour)],
  );
  await run`alter table rollups_hourly rename to broken`;
  const steps = /Failed steps of the hourly maintenance: rollups, old_rollups, deleted_monitors\./;
  await run`insert into monitor_tombstones values (9, 1, 9, now() - interval '1 year')`;
  await expect(runHourlyMaintenance()).rejects.toThrow(
    /Failed steps of the hourly maintenance: rollups, old_rollups/,
  );
  expect((await partitionDays())[0]).toBeGreaterThan(today - 20 * DAY_MS);
  await expect(runHourlyMaintenance()).rejects.toThrow(steps);
  expect(await maintenance()).toEqual({ ok: true, message: null });
  await anHourPasses();
  await expect(runHourlyMaintenance()).rejects.toThrow(steps);
  const { ok, message } = await maintenance();
  expect(ok).toBe(false);
  expect(message).toMatch(
    /The maintenance step rollups has been failing for 60 min \(2 runs\): relation "rollups_hourly" does not exist\./,
  );
  await run`alter table broken rename to rollups_hourly`;
  await runHourlyMaintenance();
  expect(await maintenance()).toEqual({ ok: true, message: null });
});

test("stops reporting a failing step that a new version renamed or removed", async () => {
  const fail = (failedAgo: string) =>
    run`insert into maintenance_steps (name, misses, failing_since, failed_at, reason)
       values ('former', 3, now() - interval '3 days', now() - ${failedAgo}::interval, 'broken')
       on conflict (name) do update set failed_at = excluded.failed_at`;
  await fail("1 hour");
  expect((await maintenance()).message).toMatch(/The maintenance step former has been failing/);
  await fail("25 hours");
  expect(await maintenance()).toEqual({ ok: true, message: null });
});

test("resumes the rollup of a day where the last run ended, and drops it only afterward", async () => {
  const day = today - 30 * DAY_MS;
  await ensurePartitionsFor([day]);
  await run`insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, total_us)
     select 1, m, at, at, 'eu-deu-fra', 0, 1000
     from unnest(array[1, 499, 500, 501, 90000]) m, lateral (select to_timestamp(${day / 1000}::float8) + interval '1 hour' as at) t`;
  await run`alter table rollups_daily rename to broken`;
  await expect(runHourlyMaintenance()).rejects.toThrow("rollups");
  expect(await partitionDays()).toContain(day);
  await run`alter table broken rename to rollups_daily`;
  await runHourlyMaintenance();
  expect(await partitionDays()).not.toContain(day);
  const rows = await run`select d.monitor_id, d.up, h.up as hour from rollups_daily d
    join rollups_hourly h using (monitor_id) where day = ${new Date(day).toISOString().slice(0, 10)} order by 1`;
  expect(rows).toEqual([1, 499, 500, 501, 90000].map((monitor_id) => ({ monitor_id, up: 1, hour: 1 })));
});
