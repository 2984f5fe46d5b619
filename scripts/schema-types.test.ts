import { readFileSync } from "node:fs";
import type pg from "pg";
import { expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { schemaTypesText } from "./support/schema-types-text";

useDatabase();

test("the row types are those of the migrated database", async () => {
  const text = await schemaTypesText(pool() as unknown as pg.ClientBase);
  expect(readFileSync("lib/store/schema/tables.ts", "utf8")).toBe(text);
});
