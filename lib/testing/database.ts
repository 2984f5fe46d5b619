import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { bundles } from "@/lib/shared/killable/killable";
import { forgetAll } from "@/lib/shared/once";
import { listener } from "@/lib/store/core/connection/listener";
import { closePool } from "@/lib/store/core/pool";
import { createTestDatabase, dropTestDatabase } from "./databases/test-database";

const SECRET = "a secret for tests only, 32 characters or more";

/**
 * Creates a fresh, migrated database and data directory for the file's tests and points this process at them. Call at the top of a test
 * file. `url` is set once the tests run.
 */
export function useDatabase(): { url: string } {
  const database = { url: "" };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  beforeAll(async () => {
    database.url = await createTestDatabase(name);
    process.env.DATABASE_URL = database.url;
    process.env.APP_SECRET = SECRET;
    process.env.DATA_DIR = await mkdtemp(path.join(tmpdir(), "vedette-test-"));
    forgetAll();
    for (const [program, file] of Object.entries(inject("bundles"))) bundles().set(program, file);
  });
  afterAll(async () => {
    // What still waits for a hint would connect to the next file's database.
    listener().close();
    await closePool();
    forgetAll();
    // A server of the test may still be writing a page there.
    await rm(process.env.DATA_DIR ?? "", { recursive: true, force: true, maxRetries: 5 });
    await dropTestDatabase(name);
  });
  return database;
}
