import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "@/lib/store/core/migrate";
import { pool } from "@/lib/store/core/pool";
import { partitionsOf } from "@/lib/store/retention/partition-tables";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { dropRollupMonths, ensureRollupMonths } from "./rollup-months";

const database = useDatabase();

const NOW = new Date();
const month = (offset: number) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + offset));
const hours = async () =>
  (await run<{ hour: Date }>`select hour from rollups_hourly order by hour`).map((row) => row.hour);
const add = (table: string, hour: Date) =>
  pool().query(
    `insert into ${table} (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
     values (1, 1, 'eu-deu-fra', $1, 1, 0, 0, 0, 0)`,
    [hour],
  );
const names = async () => (await partitionsOf("rollups_hourly")).map(({ name }) => name);

test("keeps hourly rollups of an earlier installation and deletes those written with a clock that was ahead", async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_before`;
  await pool().query(`create database ${name}`);
  const url = database.url.replace(/\/test_\w+\?/, `/${name}?`);
  const client = new pg.Client({ connectionString: url });
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-months-"));
  await client.connect();
  try {
    const files = await readdir("lib/store/migrations");
    for (const file of files.filter((one) => one < "0080"))
      await cp(path.join("lib/store/migrations", file), path.join(folder, file));
    await migrate(client, folder);
    await client.query(
      `insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
       select 1, 1, 'eu-deu-fra', hour, 1, 0, 0, 0, 0 from unnest($1::timestamptz[]) as hour`,
      [[month(-5), month(0), month(1), month(30)]],
    );
    await client.query(
      `insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us)
       values (1, 1, 'eu-deu-fra', '2026-03-01', 1, 0, 0, 0, 0)`,
    );
    await migrate(client, "lib/store/migrations");
    const { rows } = await client.query<{ hour: Date }>("select hour from rollups_hourly order by hour");
    expect(rows.map((row) => row.hour)).toEqual([month(-5), month(0)]);
    const progress = await client.query("select name, progress from maintenance_steps order by name");
    const until = Date.UTC(2026, 2, 2);
    expect(progress.rows).toEqual([
      { name: "daily_rollups", progress: until },
      { name: "hourly_rollups", progress: until },
    ]);
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
    await pool().query(`drop database ${name}`);
  }
});

test("creates a partition per month and drops old months whole", async () => {
  await ensureRollupMonths(month(1), new Date(month(4).getTime() - 1));
  expect(await names()).toHaveLength(4);
  for (const offset of [-20, 0, 1, 2, 3]) await add("rollups_hourly", month(offset));
  expect(await dropRollupMonths(month(0))).toEqual([]);
  expect(await dropRollupMonths(new Date(month(2).getTime() + 1000))).toHaveLength(2);
  expect(await hours()).toEqual([month(2), month(3)]);
  expect(await dropRollupMonths(month(2))).toEqual([]);
  // Older rows still have a partition, because a backup may contain them.
  await add("rollups_hourly", month(-20));
  expect(await names()).toHaveLength(3);
});
