import { ingest } from "@/lib/engine/ingest";
import { now } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { pool } from "@/lib/store/core/pool";
import type { Bench, Measure } from "./bench";
import { cpuSeconds, databasePids } from "./cpu";
import { checkResult } from "./ingest";
import { benchDatabase, benchMonitors } from "./ingest-database";

const BATCH = 500;
const ROUNDS = 10;
/** Numbers of projects among which a batch is divided. */
const DIVISIONS = [1, 10, 100, 500];
const INTERVAL_MS = 30_000;

/** Divides each batch's monitors among its number of projects. Returns the batches' monitors. */
async function divide(ids: readonly number[]): Promise<number[][]> {
  const batches = DIVISIONS.map((_, index) => ids.slice(index * BATCH, (index + 1) * BATCH));
  for (const [index, projects] of DIVISIONS.entries()) {
    // One statement, because a monitor and its states refer to each other by project.
    await pool().query(
      `with made as (
         insert into projects (organization_id, name, slug, incident_prefix)
         select 1, 'Bench', 'bench-' || $2::int || '-' || n, 'B' from generate_series(1, $2::int) n returning id),
       numbered as (select id, row_number() over (order by id) - 1 as place from made),
       own as (select m.id, p.id as project_id from unnest($1::bigint[]) with ordinality m (id, place)
         join numbered p on p.place = m.place % $2::int),
       states as (update monitor_states s set project_id = o.project_id from own o where o.id = s.monitor_id),
       regions as (update region_states s set project_id = o.project_id from own o where o.id = s.monitor_id)
       update monitors m set project_id = o.project_id from own o where o.id = m.id`,
      [batches[index], projects],
    );
  }
  await pool().query("vacuum analyze");
  return batches;
}

interface Used {
  server: number;
  database: number;
}

/** Returns the processor time that one batch takes, in milliseconds. */
async function measure(ids: readonly number[], at: number): Promise<Used> {
  const pids = await databasePids();
  const before = [process.cpuUsage(), cpuSeconds(pids)] as const;
  await ingest(
    ids.map((id) => checkResult(id, at, false)),
    null,
    now().getTime(),
  );
  const { user, system } = process.cpuUsage(before[0]);
  return { server: (user + system) / 1000, database: (cpuSeconds(pids) - before[1]) * 1000 };
}

async function run(): Promise<Measure[]> {
  const database = await benchDatabase();
  try {
    const batches = await divide(await benchMonitors(BATCH * DIVISIONS.length));
    let at = now().getTime() - (ROUNDS + 2) * 2 * INTERVAL_MS;
    const used = DIVISIONS.map(() => ({
      off: { server: 0, database: 0 },
      project: { server: 0, database: 0 },
    }));
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const mode of ["off", "project"] as const) {
        setEnv({ DATABASE_SHARDING: mode });
        at += INTERVAL_MS;
        for (const [index, ids] of batches.entries()) {
          const one = await measure(ids, at);
          const sum = used[index]?.[mode];
          // The first two rounds set each monitor's first state and fill the caches.
          if (!sum || round < 0) continue;
          sum.server += one.server / ROUNDS;
          sum.database += one.database / ROUNDS;
        }
      }
    }
    const total = ({ server, database }: Used) => server + database;
    return DIVISIONS.map((projects, index) => {
      const { off, project } = used[index] ?? {
        off: { server: 0, database: 0 },
        project: { server: 0, database: 0 },
      };
      const text = ({ server, database }: Used) => `${server.toFixed(1)} + ${database.toFixed(1)}`;
      const note = `${BATCH} results of ${projects} projects, ${ROUNDS} batches each way in turns; ms of CPU per batch in server + database: ${text(project)} by project, ${text(off)} at once`;
      return { value: total(project) / total(off), unit: "times the CPU", ok: true, noisy: false, note };
    });
  } finally {
    setEnv({ DATABASE_SHARDING: "off" });
    await database.stop();
  }
}

export const benches: Bench[] = [
  {
    id: "ingest-sharded",
    title: "ingest with a transaction per project, compared with one per batch",
    goal: "known",
    run,
  },
];
