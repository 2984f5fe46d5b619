import pg from "pg";
import { expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { clusterProblem } from "./cluster-check";
import { hasCitus, undistributed } from "./distribute";
import { allParts, byPart, partOf } from "./projects";

const database = useDatabase();
const onCitus = await isOnCitus();

test("a plain PostgreSQL has one part with all projects, and nothing to complain about", async ({ skip }) => {
  if (onCitus) skip("This is a Citus cluster.");
  const [one, other] = [await makeScene(), await makeScene()];
  expect(await allParts()).toEqual([expect.arrayContaining([one.projectId, other.projectId])]);
  expect(partOf(one.projectId)).toBe(partOf(other.projectId));
  expect(await clusterProblem(pool())).toBeNull();
});

// After parallel reads, Citus refuses changes of tables with foreign keys to those that every node has.
test("reads several shards of a node over one connection", async () => {
  const { rows } = await pool().query("show citus.multi_shard_modify_mode");
  expect(rows).toEqual([{ "citus.multi_shard_modify_mode": "sequential" }]);
});

// The search for due notifications has hundreds of expressions, so compiling it takes up to 16 s.
test("no node compiles statements to machine code", async () => {
  const { rows } = await pool().query("select setting, source from pg_settings where name = 'jit'");
  expect(rows).toEqual([{ setting: "off", source: "session" }]);
  if (!onCitus) return;
  const { rows: workers } = await pool().query("select result from run_command_on_workers('show jit')");
  expect(workers.map(({ result }) => result)).toEqual(workers.map(() => "off"));
});

test("migrations distribute the tables that they create in Citus", async ({ skip }) => {
  if (!onCitus) skip("TEST_POSTGRES_URL isn't a Citus coordinator.");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect([await hasCitus(client), await undistributed(client)]).toEqual([true, []]);
  expect(await clusterProblem(client)).toBeNull();
  await client.end();
});

test("cuts work so that a part is on one shard", async ({ skip }) => {
  if (!onCitus) skip("TEST_POSTGRES_URL isn't a Citus coordinator.");
  const scenes = await Promise.all(Array.from({ length: 12 }, () => makeScene()));
  const parts = await byPart(scenes, ({ projectId }) => projectId);
  expect(parts.length).toBeGreaterThan(1);
  for (const [projects, own] of parts) {
    expect(own.map(({ projectId }) => projectId).sort((a, b) => a - b)).toEqual(projects);
    await makeMonitor(projects[0] ?? 0);
    // Row locks are only possible on one shard.
    await pool().query(
      "select id from monitors where project_id = any ($1::bigint[]) order by id for update",
      [projects],
    );
  }
});
