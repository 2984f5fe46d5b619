import { expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { DISTRIBUTION, distributionOf } from "./distribution";

useDatabase();

async function lines(query: string, values: unknown[] = []): Promise<string[]> {
  return (await pool().query<{ line: string }>(query, values)).rows.map(({ line }) => line);
}

test("every table says where its rows are on a sharded database", async () => {
  const tables = await lines(
    `select relname as line from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(Object.values(DISTRIBUTION).flat().sort()).toEqual(tables.sort());
});

test("every distributed table has a project in each row and each unique key", async () => {
  const { distributed } = DISTRIBUTION;
  expect(
    await lines(
      `select table_name as line from information_schema.columns
       where table_schema = 'public' and column_name = 'project_id' and data_type = 'bigint' and is_nullable = 'NO' and table_name = any ($1)`,
      [distributed],
    ),
  ).toHaveLength(distributed.length);
  expect(
    await lines(
      `select indexrelid::regclass::text as line from pg_index where indrelid::regclass::text = any ($1) and indisunique
       and not exists (select 1 from pg_attribute a where a.attrelid = indrelid and a.attname = 'project_id' and a.attnum = any (indkey))`,
      [distributed],
    ),
  ).toEqual([]);
});

interface ForeignKey {
  child: string;
  parent: string;
  columns: string[];
  parent_columns: string[];
}

test("foreign keys keep to a shard, or go to a table that every node has", async () => {
  const rows =
    await run<ForeignKey>`select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       array(select a.attname::text from unnest(conkey) with ordinality k (n, place)
         join pg_attribute a on a.attrelid = conrelid and a.attnum = k.n order by place) as columns,
       array(select a.attname::text from unnest(confkey) with ordinality k (n, place)
         join pg_attribute a on a.attrelid = confrelid and a.attnum = k.n order by place) as parent_columns
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;
  const wrong = rows.filter(({ child, parent, columns, parent_columns }) => {
    const [from, to] = [distributionOf(child), distributionOf(parent)];
    const place = columns.indexOf("project_id");
    if (from === "distributed" && to === "distributed")
      return place < 0 || parent_columns[place] !== "project_id";
    return from !== to && to !== "reference";
  });
  expect(rows.length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

test("no foreign key sets only some of its columns to null, which Citus doesn't support", async () => {
  const rows = await run<{ child: string; parent: string; partial: boolean }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype = 'n' and cardinality(conkey) > 1 as partial
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;
  expect(rows.filter(({ partial }) => partial)).toEqual([]);
});
