import { expect, test } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import {
  type BinaryArray,
  bigints,
  booleans,
  doubles,
  ints,
  jsonbs,
  smallints,
  texts,
  timestamps,
} from "./binary-array";
import { pool } from "./pool";

useDatabase();

/** Returns the values as PostgreSQL read them. */
async function read(type: string, values: unknown): Promise<unknown[]> {
  const { rows } = await pool().query<{ value: unknown }>(
    `select value from unnest($1::${type}[]) with ordinality as given(value, place) order by place`,
    [values],
  );
  return rows.map(({ value }) => value);
}

const written = <T>(type: string, values: T[], column: (values: T[]) => BinaryArray | readonly T[]) =>
  [type, values, column] as const;

test.each([
  written("smallint", [0, -1, null, 32_767, -32_767], smallints),
  written("int", [0, -1, null, 2 ** 31 - 1, 1 - 2 ** 31], ints),
  written("bigint", [0, -1, null, 2 ** 32, 2 ** 32 - 1, -(2 ** 32), Number.MAX_SAFE_INTEGER], bigints),
  written("double precision", [0, -1.5, null, 99.99], doubles),
  written("boolean", [true, false, null], booleans),
  written("text", ["", "é😀", null, 'a"b\\c{d},e', "NULL"], texts),
  written("bigint", [], bigints),
])("PostgreSQL reads the same values: %s %j", async (type, values, column) => {
  expect(await read(type, (column as (values: unknown) => unknown)(values))).toEqual(values);
});

test("PostgreSQL reads the same times and JSON", async () => {
  const times = [0, null, Date.UTC(2026, 10, 23, 12, 0, 0, 123), Date.UTC(1999, 11, 31), -1];
  const read1 = await read("timestamptz", timestamps(times));
  expect(read1.map((time) => (time as Date | null)?.getTime() ?? null)).toEqual(times);
  expect(await read("jsonb", jsonbs(['{"a": "é"}', null, "[1]"]))).toEqual([{ a: "é" }, null, [1]]);
});

test("drops fractions of a millisecond, as a date does", async () => {
  const [time] = await read("timestamptz", timestamps([1_700_000_000_123.999]));
  expect((time as Date).toISOString()).toBe(new Date(1_700_000_000_123.999).toISOString());
});

test.each([
  ["smallint", smallints([1, 40_000])],
  ["int", ints([1, 3_600_000_000])],
  ["bigint", bigints([1, 1.5])],
  ["timestamptz", timestamps([0, Number.NaN])],
  ["text", texts(["a\0b"])],
  ["jsonb", jsonbs(["{"])],
])("PostgreSQL rejects an out-of-range value as a data error: %s", async (type, values) => {
  await expect(read(type, values)).rejects.toMatchObject({ code: expect.stringMatching(/^22/) });
});
