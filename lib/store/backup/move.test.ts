import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { DAY_MS } from "@/lib/shared/durations";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { withClient } from "@/lib/store/core/connection/client";
import { pool } from "@/lib/store/core/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { tablesInOrder } from "./catalog";
import { moveDatabase, refuseDifference, tableSum } from "./move";
import { refuseHalfMoved } from "./move-progress";

// Each move migrates a new database first.
vi.setConfig({ testTimeout: 60_000 });
const database = useDatabase();

async function withTarget(work: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  const name = `moved_${randomUUID().replaceAll("-", "")}`;
  await pool().query(`create database ${name}`);
  const url = database.url.replace(/\/[^/?]+(\?|$)/, `/${name}$1`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(url, client);
  } finally {
    await client.end();
    await pool().query(`drop database ${name} with (force)`);
  }
}

const DAY = "2026-10-02";
/** Stores 50 raw results at the start of a day that is over, and of today. */
async function storeResults(projectId: number, monitorId: number): Promise<void> {
  const days = [Date.parse(DAY), Math.floor(Date.now() / DAY_MS) * DAY_MS];
  await ensurePartitionsFor(days);
  await run`insert into results (project_id, monitor_id, region, scheduled_at, started_at, outcome, total_us)
     select ${projectId}, ${monitorId}, 'eu-deu-fra', at, at, 1, 1000 + n from generate_series(1, 50) n, unnest(${days.map((day) => new Date(day))}::timestamptz[]) day,
       lateral (select day + n * interval '1 millisecond' as at) x`;
}

async function scene(): Promise<void> {
  await run`truncate organizations cascade`;
  const { projectId } = await makeScene();
  await storeResults(projectId, await makeMonitor(projectId));
}

/** Moves, and returns the outcome with the parts that were copied. */
async function move(to: string, replace = false) {
  const lines: string[] = [];
  const moved = await moveDatabase(to, { replace, say: (line) => lines.push(line) });
  return { ...moved, parts: lines.map((line) => line.split(/[ :]/)[1]) };
}

const sums = async (client: pg.ClientBase) => {
  await client.query("set timezone = 'UTC'");
  const all: Record<string, string> = {};
  for (const table of await tablesInOrder(client)) all[table] = await tableSum(client, table);
  return all;
};

test("moves every row and every waiting job to an empty database, in a schema of its own user, once", async () => {
  await scene();
  await expect(move(database.url, true)).rejects.toThrow("--to must be a different database");
  await run`select graphile_worker.add_job('deliver', '{"deliveryId": 7}', run_at := now() + interval '1 hour')`;
  await withTarget(async (url, target) => {
    await target.query("create schema authorization current_user");
    expect(await move(url)).toMatchObject({ isComplete: true, kept: 0 });
    const { rows } = await target.query("select count(*)::int as jobs from graphile_worker.jobs");
    expect(rows).toEqual([{ jobs: 1 }]);
    const copied = await sums(target);
    expect(Object.keys(copied)).toContain("monitors");
    expect(copied).toEqual(await withClient(sums));
    // New tables would go there now, but the search path still finds the old ones.
    await target.query('create schema later; set search_path = later, "$user", public');
    expect(await sums(target)).toEqual(copied);
    await expect(move(url)).rejects.toThrow("The database is not empty");
    expect((await move(url, true)).isComplete).toBe(true);
    expect(process.env.DATABASE_URL).toBe(database.url);
  });
});

test("continues after an interruption, and only copies changed rows and those that refer to them again", async () => {
  await scene();
  await withTarget(async (url, target) => {
    const cut = moveDatabase(url, {
      replace: false,
      say: (line) => {
        if (line.includes(" monitors:")) throw new Error("cut off");
      },
    });
    await expect(cut).rejects.toThrow("cut off");
    await expect(refuseHalfMoved(target)).rejects.toThrow("isn't complete");
    await run`update projects set name = 'Renamed meanwhile'`;
    const second = await move(url);
    expect(second.isComplete).toBe(true);
    expect(second.parts).toEqual(expect.arrayContaining(["projects", "monitors"]));
    expect(second.parts).not.toContain("organizations");
    expect(await sums(target)).toEqual(await withClient(sums));
    await expect(refuseHalfMoved(target)).resolves.toBeUndefined();
  });
});

test("while a server runs, copies the raw results of earlier days, and a late one again afterward", async () => {
  await scene();
  const server = new pg.Client({ connectionString: database.url, application_name: "vedette-worker" });
  await server.connect();
  await withTarget(async (url, target) => {
    const ahead = await move(url);
    expect(ahead).toMatchObject({ isComplete: false, parts: expect.arrayContaining(["results_20261002"]) });
    expect(ahead.parts).not.toContain("monitors");
    await server.end();
    expect((await move(url)).parts).not.toContain("results_20261002");
    expect(await sums(target)).toEqual(await withClient(sums));
  });
});

test("names a table whose copy differs", () => {
  expect(() => refuseDifference("monitors", "1 rows, checksum 5", "2 rows, checksum 6")).toThrow(
    "The copy of monitors differs from the original: expected 1 rows, checksum 5; got 2 rows, checksum 6.",
  );
});
