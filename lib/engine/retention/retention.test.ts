import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { diskState } from "@/lib/shared/disk";
import { DAY_MS } from "@/lib/shared/durations";
import { parseEnv, setEnv } from "@/lib/shared/env";
import { dropPartition, ensurePartitionsFor, partitionDays } from "@/lib/store/checks/partitions";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { dropUntil, freeDiskSpace } from "./retention";
import { dropOldResults, rollUp } from "./rollup";

useDatabase();

const NOW = new Date("2026-03-20T12:30:00Z");
const daysAgo = (days: number) => Date.UTC(2026, 2, 20) - days * DAY_MS;

async function seed(days: number): Promise<void> {
  const all = Array.from({ length: days + 1 }, (_, ago) => daysAgo(ago));
  await ensurePartitionsFor(all);
  for (const day of all) await results(day, 10);
}

async function results(day: number, count: number): Promise<void> {
  await run`insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, total_us)
     select 1, 1, at, at, 'eu-deu-fra', 0, 1000 from
     (select ${new Date(day)}::timestamptz + n * interval '1 minute' as at from generate_series(1, ${count}) n) t`;
}

async function dailyChecks(): Promise<number[]> {
  const rows = await run<{ up: number }>`select up from rollups_daily order by day`;
  return rows.map((row) => row.up);
}

const kept = async () => (await partitionDays()).filter((day) => day <= NOW.getTime());

beforeEach(async () => {
  for (const day of await partitionDays()) await dropPartition(day);
  await run`truncate rollups_hourly, rollups_daily, maintenance_steps`;
  diskState().level = "calm";
  setEnv({ RETENTION_DAYS: "7" });
});

test("RETENTION_DAYS defaults to 7 and accepts 1 to 90", () => {
  expect(parseEnv({}).RETENTION_DAYS).toBe(7);
  expect(parseEnv({ RETENTION_DAYS: "90" }).RETENTION_DAYS).toBe(90);
  for (const wrong of ["0", "91", "1.5", "week"])
    expect(() => parseEnv({ RETENTION_DAYS: wrong })).toThrow(/RETENTION_DAYS/);
});

test.each([1, 3, 7])("keeps %i whole days of raw results after rolling up each earlier day", async (days) => {
  setEnv({ RETENTION_DAYS: String(days) });
  await seed(days);
  await rollUp(NOW);
  await dropOldResults(NOW);
  expect(await kept()).toEqual(Array.from({ length: days + 1 }, (_, index) => daysAgo(days - index)));
  expect(await dailyChecks()).toEqual(Array(days).fill(10));
  const tomorrow = new Date(NOW.getTime() + DAY_MS);
  await rollUp(tomorrow);
  await dropOldResults(tomorrow);
  expect((await kept())[0]).toBe(daysAgo(days - 1));
  expect(await dailyChecks()).toEqual(Array(days + 1).fill(10));
});

test("a full disk drops the oldest days until there is space, but never the last day", async () => {
  await seed(5);
  await rollUp(NOW);
  let asked = 0;
  await dropUntil(NOW, async () => ++asked > 2);
  expect((await kept())[0]).toBe(daysAgo(3));
  await dropUntil(NOW, async () => false);
  expect(await kept()).toEqual([daysAgo(1), daysAgo(0)]);
  expect(await dailyChecks()).toEqual([10, 10, 10, 10, 10]);
});

test("does not drop a day that was not rolled up", async () => {
  await seed(5);
  expect(await dropUntil(NOW, async () => false)).toEqual([]);
  expect(await kept()).toHaveLength(6);
  await rollUp(new Date(daysAgo(3) + 1));
  await dropUntil(NOW, async () => false);
  expect((await kept())[0]).toBe(daysAgo(3));
});

test("late results do not replace the figures of a day without raw results", async () => {
  await seed(2);
  await rollUp(NOW);
  await dropUntil(NOW, async () => false);
  await ensurePartitionsFor([daysAgo(2)]);
  await results(daysAgo(2), 3);
  // As after a clock that was ahead, everything left is rolled up again.
  await run`truncate maintenance_steps`;
  await rollUp(NOW);
  expect(await dailyChecks()).toEqual([10, 10]);
  const rows = await run`select max(up)::int as up from rollups_hourly where hour < ${new Date(daysAgo(1))}`;
  expect(rows).toEqual([{ up: 10 }]);
});

test("a full disk on the server drops nothing from an external database", async () => {
  await seed(5);
  await rollUp(NOW);
  diskState().level = "full";
  expect(await freeDiskSpace(NOW)).toEqual([]);
  expect(await kept()).toHaveLength(6);
});

test("rolls up every hour and day after the clock was a day ahead", async () => {
  await seed(1);
  const ahead = new Date(NOW.getTime() + DAY_MS);
  await ensurePartitionsFor([ahead.getTime()]);
  await results(ahead.getTime() - 3 * 3600_000, 10);
  await rollUp(ahead);
  await results(NOW.getTime() - 2 * 3600_000, 20);
  await rollUp(NOW);
  const rows = await run`select hour, up from rollups_hourly where hour >= ${new Date(daysAgo(0) + 3600_000)}
    and hour < ${NOW} order by hour`;
  expect(rows.map(({ hour, up }) => [hour.getUTCHours(), up])).toEqual([[10, 20]]);
  // The day that was rolled up too early is rolled up again with the next one.
  await rollUp(new Date(daysAgo(-2) + 600_000));
  expect(await dailyChecks()).toEqual([10, 30, 10]);
});

test("rolls up within the time limit of every statement", async () => {
  await seed(1);
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await rollUp(NOW);
  expect(JSON.stringify(sent.mock.calls)).toContain("insert into rollups_hourly");
  expect(JSON.stringify(sent.mock.calls)).not.toContain("statement_timeout");
  sent.mockRestore();
});

test("a killed run resumes with the next monitors of the hour", async () => {
  const hour = Date.parse("2026-03-20T10:20:00Z");
  await ensurePartitionsFor([hour]);
  await pool().query(
    `insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, total_us)
     select 1, n, $1, $1, 'eu-deu-fra', 0, 1000 from generate_series(1, 50) n`,
    [new Date(hour)],
  );
  const fails = "alter table rollups_hourly add constraint fails check (monitor_id <> 30)";
  await pool().query(fails);
  await expect(rollUp(NOW)).rejects.toThrow("fails");
  await run`alter table rollups_hourly drop constraint fails`;
  const rolled = async () =>
    (await run<{ id: number }>`select monitor_id as id from rollups_hourly order by 1`).map(({ id }) => id);
  const first = (await rolled()).length;
  expect(first).toBeGreaterThan(0);
  // Rolling them up a second time would bring them back.
  await run`truncate rollups_hourly`;
  await rollUp(NOW);
  expect(await rolled()).toEqual(Array.from({ length: 50 - first }, (_, index) => first + index + 1));
  const rows = await run`select name from maintenance_steps order by 1`;
  expect(rows).toEqual([{ name: "hourly_rollups" }]);
});
