import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { bundles } from "@/lib/shared/killable/killable";
import { forgetAll } from "@/lib/shared/once";
import { listener } from "@/lib/store/core/connection/listener";
import { closePool } from "@/lib/store/core/pool";
import { TEMPLATE } from "./global-setup";

const SECRET = "a secret for tests only, 32 characters or more";

/**
 * Creates a fresh, migrated database and data directory for the file's tests and points this process at them. Call at the top of a test
 * file. `url` is set once the tests run.
 */
export function useDatabase(): { url: string } {
  const database = { url: "" };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  beforeAll(async () => {
    await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    database.url = inject("postgresUrl").replace("/postgres?", `/${name}?`);
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
    await asAdmin(`drop database if exists ${name} with (force)`);
  });
  return database;
}

/** Keeps its connection as long as the worker lives, because a new one costs PostgreSQL as much as dropping a database. */
const worker = globalThis as typeof globalThis & { __admin?: pg.Pool };

async function asAdmin(statement: string): Promise<void> {
  worker.__admin ??= adminPool();
  await worker.__admin.query(statement);
}

function adminPool(): pg.Pool {
  const connectionString = inject("postgresUrl");
  const admin = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server may stop before the worker does.
  admin.on("error", () => {});
  return admin;
}
