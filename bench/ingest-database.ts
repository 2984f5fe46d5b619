import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { closePool, pool } from "@/lib/store/core/pool";
import { startEmbedded } from "@/lib/store/embedded/supervisor";

/** Starts an embedded PostgreSQL with its usual durability in its own directory and points this process at it. */
export async function benchDatabase(): Promise<{ stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-bench-"));
  const server = await startEmbedded({ dataDir, what: "bench" });
  setEnv({ DATABASE_URL: server.url, APP_SECRET: "a secret for benches only, 32 characters" });
  for (const key of ["store.pool", "store.kysely"]) forget(key);
  await migrateDatabase();
  return {
    stop: async () => {
      await closePool();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const SEEDED_AT_ONCE = 5000;

/** Creates `count` monitors in one project, checked every 30 s from these regions, online. Returns their IDs. */
export async function benchMonitors(count: number, regions = ["eu-deu-fra"]): Promise<number[]> {
  await pool().query("insert into organizations (name) values ('Bench')");
  await pool().query(
    "insert into projects (organization_id, name, slug, incident_prefix) values (1, 'Bench', 'bench', 'BEN')",
  );
  for (let first = 1; first <= count; first += SEEDED_AT_ONCE)
    await seed(first, Math.min(count, first + SEEDED_AT_ONCE - 1), regions);
  await pool().query("vacuum analyze");
  const { rows } = await pool().query<{ id: number }>("select id from monitors order by id");
  return rows.map((row) => row.id);
}

/** Inserts monitors with these numbers and their states, few enough for a statement's time limit. */
async function seed(first: number, last: number, regions: readonly string[]): Promise<void> {
  await pool().query(
    `with made as (
       insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms,
         incident_confirmations, recovery_confirmations, region_threshold, config_version)
       select 1, 'Monitor ' || n, 'http', jsonb_build_object('method', 'GET', 'url', 'https://host-' || n || '.example.com/'),
         $3, 30, 10000, 3, 3, 1, 1
       from generate_series($1::int, $2::int) n returning id, regions),
     states as (insert into monitor_states (monitor_id, project_id) select id, 1 from made)
     insert into region_states (monitor_id, region, project_id) select id, unnest(regions), 1 from made`,
    [first, last, regions],
  );
}
