import { expect, test } from "vitest";

const { queryProblems, shapeProblems } = await import(new URL("./shape.mjs", import.meta.url).href);

test("names a source file that is too long, but not a test or a migration", () => {
  const files = new Map([
    ["lib/store/core/pool.ts", 301],
    ["lib/store/core/pool.test.ts", 900],
    ["lib/store/migrations/0001-accounts.sql", 900],
    ["lib/store/core/tx.ts", 300],
  ]);
  expect(shapeProblems(files)).toEqual(["lib/store/core/pool.ts must have at most 300 lines; got 301"]);
});

test("names a folder with too many files and counts its tests", () => {
  const files = new Map(
    Array.from(
      { length: 41 },
      (_, at) => [`lib/domain/checks/a${at}${at % 2 ? ".test" : ""}.ts`, 10] as const,
    ),
  );
  expect(shapeProblems(files)).toEqual(["lib/domain/checks must have at most 40 files; got 41"]);
});

test("names a query or a cast that nothing checks, but not in the core of the store or in a test", () => {
  const query = "const { rows } = await pool().query(TEXT);";
  const texts = new Map([
    ["lib/store/checks/series.ts", query],
    ["lib/store/core/hints.ts", query],
    ["lib/store/checks/series.test.ts", query],
    ["lib/services/monitors/wire.ts", "return rows as MonitorRow[];"],
    ["lib/services/monitors/list.ts", 'import * as rows from "./rows";'],
  ]);
  expect(queryProblems(texts)).toEqual([
    "lib/store/checks/series.ts must query with Kysely and its sql tag, or with read, write, and readPrepared; got pool()",
    "lib/services/monitors/wire.ts must not cast rows; type the column in scripts/support/schema-types-text.ts; got as MonitorRow",
  ]);
});
