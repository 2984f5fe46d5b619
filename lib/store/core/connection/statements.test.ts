import { beforeEach, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { closePool, pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { read, readPrepared, write } from "./statements";

useDatabase();
const READ = "select n from numbers where n = $1";
const readSeven = () => readPrepared<{ n: number }>(READ, [7]);

beforeEach(async () => {
  await closePool();
  forget("store.prepared");
  await run`drop table if exists numbers; create table numbers (n int); insert into numbers values (7)`;
});

test("prepares a read once per connection", async () => {
  expect([await readSeven(), await readSeven()]).toEqual([[{ n: 7 }], [{ n: 7 }]]);
  const { rowCount } = await pool().query("select 1 from pg_prepared_statements where statement = $1", [
    READ,
  ]);
  expect(rowCount).toBe(1);
});

test("plans a read of more rows than it may prepare by their number", async () => {
  const text = "select n from numbers where n = any ($1::int[])";
  const names = async () =>
    (await pool().query("select 1 from pg_prepared_statements where statement = $1", [text])).rowCount;
  const readRows = (count: number) => readPrepared(text, [Array.from({ length: count }, () => 7)], 100);
  expect([await readRows(101), await names()]).toEqual([[{ n: 7 }], 0]);
  expect([await readRows(100), await names()]).toEqual([[{ n: 7 }], 1]);
});

test("recovers when the connection no longer has the statement", async () => {
  await readSeven();
  await run`deallocate all`;
  expect(await readSeven()).toEqual([{ n: 7 }]);
});

test("recovers when a migration changed a type during an open connection", async () => {
  await readSeven();
  await run`alter table numbers alter column n type bigint`;
  expect(await readSeven()).toEqual([{ n: 7 }]);
});

test("rethrows every other error", async () => {
  await expect(readPrepared("select 1 / $1::int", [0])).rejects.toThrow("division by zero");
});

test("runs composed statements in a transaction, and counts what they write", async () => {
  const insert = "insert into numbers select $1 + n from generate_series(1, 2) n";
  const undone = tx(async (trx) => {
    expect(await write(insert, [10], trx)).toBe(2);
    expect(await read<{ n: number }>("select n from numbers where n > $1 order by n", [7], trx)).toEqual([
      { n: 11 },
      { n: 12 },
    ]);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await write("update numbers set n = n + $1", [1])).toBe(1);
  expect(await read("select n from numbers")).toEqual([{ n: 8 }]);
});
