import { expect, test } from "vitest";
import { useDatabase } from "./database";
import { run } from "./sql";

const database = useDatabase();

test("gives each test file its own migrated database", async () => {
  expect(database.url).toContain("/test_");
  const rows = await run`select count(*) as monitors from monitors`;
  expect(rows).toEqual([{ monitors: 0 }]);
});

test("accepts jobs in it", async () => {
  const rows = await run`select id from graphile_worker.add_job('tick')`;
  expect(rows).toHaveLength(1);
});
