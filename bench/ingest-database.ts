import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { setEnv } from "@/lib/shared/env";
import { forgetAll, once } from "@/lib/shared/once";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { closePool } from "@/lib/store/core/pool";
import { startEmbedded } from "@/lib/store/embedded/supervisor";
import { run } from "@/lib/testing/sql";

const SERVER = "bench.postgres";
const TEMPLATE = "bench_template";

interface BenchServer {
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL of this run, with its usual durability and a migrated database to copy. */
async function startServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-bench-"));
  const server = await startEmbedded({ dataDir, what: "bench" });
  const urlOf = (database: string) => server.url.replace("/vedette?", `/${database}?`);
  await runOn(urlOf("postgres"), `create database ${TEMPLATE}`);
  await migrateDatabase(urlOf(TEMPLATE));
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { urlOf, stop };
}

/** Resolves when no measurement uses this process's database. */
let free: Promise<void> = Promise.resolve();

/**
 * Returns a function that does the work in a migrated database of its own, at which this process points meanwhile. It waits until the
 * measurement before has ended. All measurements of a run share a server.
 */
export function inDatabase<Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return (...args) => {
    const turn = free.then(async () => {
      const database = await newDatabase();
      return await work(...args).finally(database.stop);
    });
    free = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  };
}

async function newDatabase(): Promise<{ stop(): Promise<void> }> {
  const server = once(SERVER, startServer);
  const { urlOf } = await server;
  const name = `bench_${randomUUID().replaceAll("-", "")}`;
  await runOn(urlOf("postgres"), `create database ${name} template ${TEMPLATE}`);
  // What this process knows about the database of another measurement, such as its partitions, isn't true here.
  forgetAll();
  once(SERVER, () => server);
  setEnv({ DATABASE_URL: urlOf(name), APP_SECRET: "a secret for benches only, 32 characters" });
  return {
    stop: async () => {
      await closePool();
      await runOn(urlOf("postgres"), `drop database ${name} with (force)`);
    },
  };
}

export async function stopBenchServer(): Promise<void> {
  await (await once<Promise<BenchServer> | null>(SERVER, () => null))?.stop();
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Few enough for the time limit of a statement. */
const SEEDED_AT_ONCE = 5000;
const SEEDERS = 2;

/** Creates `count` monitors in one project, checked every 30 s from these regions and online since their last check an hour ago. Returns their IDs. */
export async function benchMonitors(count: number, regions = ["eu-deu-fra"]): Promise<number[]> {
  await run`insert into organizations (name) values ('Bench')`;
  await run`insert into projects (organization_id, name, slug, incident_prefix) values (1, 'Bench', 'bench', 'BEN')`;
  let next = 1;
  const seeders = Array.from({ length: SEEDERS }, async () => {
    for (let first = next; first <= count; first = next) {
      next += SEEDED_AT_ONCE;
      await seed(first, Math.min(count, first + SEEDED_AT_ONCE - 1), regions);
    }
  });
  await Promise.all(seeders);
  await run`vacuum analyze`;
  const rows = await run<{ id: number }>`select id from monitors order by id`;
  return rows.map((row) => row.id);
}

/** Inserts monitors with these numbers and their states, few enough for a statement's time limit. */
async function seed(first: number, last: number, regions: readonly string[]): Promise<void> {
  await run`with made as (
       insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms,
         incident_confirmations, recovery_confirmations, region_threshold, config_version)
       select 1, 'Monitor ' || n, 'http', jsonb_build_object('method', 'GET', 'url', 'https://host-' || n || '.example.com/'),
         ${regions}, 30, 10000, 3, 3, 1, 1
       from generate_series(${first}::int, ${last}::int) n returning id, regions),
     states as (
       insert into monitor_states (monitor_id, project_id, status, last_checked_at)
       select id, 1, 'online', now() - interval '1 hour' from made)
     insert into region_states (monitor_id, region, project_id, health, successes, healthy_since, last_slot, last_checked_at, last_outcome)
     select id, unnest(regions), 1, 'healthy', 3, checked, checked, checked, 'up'
     from made, (select now() - interval '1 hour' as checked)`;
}
