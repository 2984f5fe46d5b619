import { expect, test } from "vitest";
import { closePool, pool } from "@/lib/store/core/pool";
import { partitionsOf } from "@/lib/store/retention/partition-tables";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { dropRollupMonths, ensureRollupMonths } from "./rollup-months";

useDatabase();

const NOW = new Date();
const month = (offset: number) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + offset));
const hours = async () =>
  (await run<{ hour: Date }>`select hour from rollups_hourly order by hour`).map((row) => row.hour);
const add = (hour: Date) =>
  pool().query(
    `insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
     values (1, 1, 'eu-deu-fra', $1, 1, 0, 0, 0, 0)`,
    [hour],
  );
const names = async () => (await partitionsOf("rollups_hourly")).map(({ name }) => name);

test("creates a partition per month and drops old months whole", async () => {
  await ensureRollupMonths(month(0), new Date(month(4).getTime() - 1));
  expect(await names()).toHaveLength(4);
  for (const offset of [0, 1, 2, 3]) await add(month(offset));
  expect(await dropRollupMonths(month(0))).toEqual([]);
  expect(await dropRollupMonths(new Date(month(2).getTime() + 1000))).toHaveLength(2);
  expect(await hours()).toEqual([month(2), month(3)]);
  expect(await dropRollupMonths(month(2))).toEqual([]);
  await ensureRollupMonths(month(0), month(0));
  expect(await names()).toHaveLength(3);
});

test("finds and creates partitions beside their table when the search path begins elsewhere later", async () => {
  await ensureRollupMonths(month(0), month(0));
  const before = await names();
  const { rows } = await pool().query<{ name: string }>("select quote_ident(current_database()) as name");
  await pool().query(
    `create schema later; alter database ${rows[0]?.name} set search_path = later, "$user", public`,
  );
  await closePool();
  await dropRollupMonths(new Date(0));
  await ensureRollupMonths(month(0), month(5));
  expect(await names()).toEqual(expect.arrayContaining(before));
  expect(await run`select from pg_class where relnamespace = 'later'::regnamespace`).toEqual([]);
});
