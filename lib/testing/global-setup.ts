import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "@/lib/store/embedded/supervisor";
import { migrate } from "@/lib/store/migrate";

export const TEMPLATE = "vedette_template";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection text of the test server, with `postgres` as the database. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated database that `useDatabase` copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-test-"));
  const server = await startEmbedded({ dataDir, what: "tests", durability: "for-tests" });
  const url = server.url.replace("/vedette?", "/postgres?");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const client = new pg.Client({ connectionString: url.replace("/postgres?", `/${TEMPLATE}?`) });
  await client.connect();
  await migrate(client, path.resolve("lib/store/migrations"));
  await client.end();
  await runMigrations({ connectionString: url.replace("/postgres?", `/${TEMPLATE}?`) });
  project.provide("postgresUrl", url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
