import { beforeAll, expect, test } from "vitest";
import { deletedMonitorDays } from "@/lib/domain/core/retention";
import { DAY_MS } from "@/lib/shared/durations";
import { forgetOldEvents } from "@/lib/store/alerting/old-events";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { pool } from "@/lib/store/core/pool";
import { runnerOutlook } from "@/lib/store/runners/outlook";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { forgetDeletedMonitors } from "./deleted-monitors";

useDatabase();
beforeAll(() => ensureRollupMonths(new Date(Date.now() - 100 * 86_400_000), new Date()));

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

test("deletes everything of a deleted monitor once its raw results are gone, and nothing of other monitors", async () => {
  const { projectId } = await makeScene();
  const kept = await makeMonitor(projectId);
  const ids = [kept, kept + 1, kept + 2];
  for (const id of ids) {
    await pool().query(
      `insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us) values (${projectId}, ${id}, 'r', now(), 1, 0, 0, 0, 0);
       insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us) values (${projectId}, ${id}, 'r', now(), 1, 0, 0, 0, 0);
       insert into kept_failures (project_id, monitor_id, scheduled_at, started_at, region, outcome) values (1, ${id}, now(), now(), 'r', 1)`,
    );
  }
  await run`insert into monitor_tombstones (monitor_id, project_id, config_version, deleted_at)
    values (${kept + 1}, ${projectId}, 7, ${daysAgo(31)}), (${kept + 2}, ${projectId}, 8, ${daysAgo(29)})`;
  await forgetDeletedMonitors(daysAgo(deletedMonitorDays(7)));
  for (const table of ["rollups_hourly", "rollups_daily", "kept_failures"]) {
    const { rows } = await pool().query(`select monitor_id from ${table} order by 1`);
    expect(rows).toEqual([{ monitor_id: kept }, { monitor_id: kept + 2 }]);
  }
  expect(await run`select config_version as v from monitor_tombstones`).toEqual([{ v: 8 }]);
  expect(await runnerOutlook(0)).toMatchObject({ newest: 7, forgotten: 7 });
});

// Citus has no triggers on distributed tables.
test.skipIf(await isOnCitus())(
  "deletes years of a monitor in transactions of at most a thousand rows",
  async () => {
    await run`insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
       select 1, m, 'r', now() - interval '1 hour' * h, 1, 0, 0, 0, 0 from generate_series(1, 1500) h, unnest(array[901, 902]) m;
     create function count_deleted() returns trigger language plpgsql as $$
     declare deleted int := coalesce(nullif(current_setting('test.deleted', true), ''), '0')::int + 1;
     begin
       perform set_config('test.deleted', deleted::text, true);
       if deleted > 1000 then raise exception 'more than a thousand rows in a transaction'; end if;
       return old;
     end $$;
     create trigger count_deleted before delete on rollups_hourly for each row execute function count_deleted()`;
    await pool().query("insert into monitor_tombstones values (901, 1, 5, $1), (902, 1, 6, $1)", [
      daysAgo(40),
    ]);
    await forgetDeletedMonitors(daysAgo(30));
    const left =
      "select 1 from rollups_hourly where monitor_id > 900 union all select 1 from monitor_tombstones where monitor_id > 900";
    expect((await pool().query(left)).rowCount).toBe(0);
    await run`drop trigger count_deleted on rollups_hourly`;
  },
);

test("never lowers the runners' config version, even when the newest tombstone is purged", async () => {
  await forgetDeletedMonitors(daysAgo(0));
  expect((await runnerOutlook(0)).newest).toBe(8);
  expect([deletedMonitorDays(7), deletedMonitorDays(90)]).toEqual([30, 92]);
});

test("deletes old events unless a delivery or an open incident needs them", async () => {
  const { projectId } = await makeScene();
  const rows = await run`insert into incidents (project_id, number, slug, type, title, impact, incident_at)
     values (${projectId}, 1, 'a-1', 'monitor', 'x', 'major_outage', now()) returning id`;
  const event = (key: string, age: number, incident: number | null) =>
    run`insert into events (project_id, key, occurred_at, created_at, incident_id)
      values (${projectId}, ${key}, now(), ${daysAgo(age)}, ${incident})`;
  await event("alerted", 401, null);
  await event("unalerted", 401, null);
  await event("open", 401, rows[0]?.id ?? 0);
  await event("new", 399, null);
  await pool().query(
    `with i as (insert into integrations (project_id, app, name) values (${projectId}, 'email', 'x') returning id)
     insert into deliveries (project_id, event_id, integration_id, occurred_at)
     select ${projectId}, e.id, i.id, now() from events e, i where key = 'alerted'`,
  );
  await forgetOldEvents(daysAgo(400));
  expect((await run`select key from events order by id`).map((row) => row.key)).toEqual([
    "alerted",
    "open",
    "new",
  ]);
  // The next run continues where this one ended.
  await forgetOldEvents(daysAgo(398));
  expect((await run`select key from events order by id`).map((row) => row.key)).toEqual(["alerted", "open"]);
});
