import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { startEmbedded } from "@/lib/store/embedded/supervisor";

export const TEMPLATE = "vedette_template";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of the test server, with the database `postgres`. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database that `useDatabase` copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-test-"));
  const server = await startEmbedded({ dataDir, what: "tests", durability: "for-tests" });
  const url = server.url.replace("/vedette?", "/postgres?");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateDatabase(url.replace("/postgres?", `/${TEMPLATE}?`));
  project.provide("postgresUrl", url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
