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

/** Creates `count` monitors in one project, checked each minute from one region, online. Returns their IDs. */
export async function benchMonitors(count: number): Promise<number[]> {
  await pool().query("insert into organizations (name) values ('Bench')");
  await pool().query(
    "insert into projects (organization_id, name, slug, incident_prefix) values (1, 'Bench', 'bench', 'BEN')",
  );
  await pool().query(
    `insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms,
       incident_confirmations, recovery_confirmations, region_threshold, config_version)
     select 1, 'Monitor ' || n, 'http', jsonb_build_object('method', 'GET', 'url', 'https://host-' || n || '.example.com/'), '{eu-deu-fra}', 30, 10000, 3, 3, 1, 1
     from generate_series(1, $1) n`,
    [count],
  );
  await pool().query("insert into monitor_states (monitor_id, project_id) select id, 1 from monitors");
  await pool().query(
    "insert into region_states (monitor_id, region, project_id) select id, 'eu-deu-fra', 1 from monitors",
  );
  await pool().query("vacuum analyze");
  const { rows } = await pool().query<{ id: number }>("select id from monitors order by id");
  return rows.map((row) => row.id);
}
