import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { forgetAll } from "@/lib/shared/once";
import { closePool } from "@/lib/store/pool";
import { TEMPLATE } from "./global-setup";

const SECRET = "a secret for tests only, 32 characters or more";

/**
 * Call at the top of a test file: a fresh, migrated database of its own for the file's tests, and this process pointed at it.
 * `url` is set once the tests run.
 */
export function useDatabase(): { url: string } {
  const database = { url: "" };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  beforeAll(async () => {
    await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    database.url = inject("postgresUrl").replace("/postgres?", `/${name}?`);
    process.env.DATABASE_URL = database.url;
    process.env.APP_SECRET = SECRET;
    forgetAll();
  });
  afterAll(async () => {
    await closePool();
    forgetAll();
    await asAdmin(`drop database if exists ${name} with (force)`);
  });
  return database;
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
