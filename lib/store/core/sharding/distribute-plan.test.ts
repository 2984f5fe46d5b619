import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DISTRIBUTION } from "@/lib/store/schema/distribution";
import { useDatabase } from "@/lib/testing/database";
import { pretendCitus } from "@/lib/testing/databases/pretend-citus";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { clusterProblem } from "./cluster-check";
import { distribute, undistributed } from "./distribute";

const database = useDatabase();
const onCitus = await isOnCitus();
const SHARED = DISTRIBUTION.reference.length + DISTRIBUTION.distributed.length;

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(() => client.end());

const foreignKeys = async () =>
  (
    await client.query(
      `select conrelid::regclass::text as child, conname, pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
    )
  ).rows;

const lastIds = async () =>
  (
    await client.query(
      "select sequencename, last_value from pg_sequences where schemaname = 'public' and last_value > 1000 order by 1",
    )
  ).rows;

test.skipIf(onCitus)(
  "distributes every table and keeps all foreign keys and IDs, including in several runs",
  async () => {
    await pretendCitus(client);
    // New tables would go to the first schema, but ours are in the second.
    await client.query("create schema later; set search_path to later, public, pretended");
    await client.query(
      "select setval(format('%I', sequencename)::regclass, 1000 + length(sequencename)) from pg_sequences where schemaname = 'public'",
    );
    const ids = await lastIds();
    expect(ids.length).toBeGreaterThan(25);
    const before = await foreignKeys();
    expect(before.length).toBeGreaterThan(60);
    expect(await clusterProblem(client)).toContain("aren't distributed. Stop all servers, and run:");

    const stopped = new Error("stopped");
    const first = distribute(client, (_, left) => {
      if (left < SHARED - 9) throw stopped;
    });
    await expect(first).rejects.toBe(stopped);
    expect(await undistributed(client)).toHaveLength(SHARED - 10);

    const names: string[] = [];
    await distribute(client, (name) => names.push(name));
    expect(names).toHaveLength(SHARED - 10);
    expect(await foreignKeys()).toEqual(before);
    expect(await lastIds()).toEqual(ids);
    expect(await clusterProblem(client)).toBeNull();
    await distribute(client, () => expect.unreachable());
    expect(await foreignKeys()).toEqual(before);
  },
);

test.skipIf(onCitus)("names a node that can't be reached, and what a database lacks", async () => {
  await client.query("update pretended.pg_dist_node set answers = false where groupid = 1");
  expect(await clusterProblem(client)).toBe(
    "The coordinator can't reach 10.0.0.2:5432. Start PostgreSQL there, and allow the coordinator in its pg_hba.conf.",
  );
  await client.query("alter table deployments rename to moved");
  expect(await clusterProblem(client)).toBe(
    "The cluster lacks deployments. Restore a backup, or start with an empty database.",
  );
});
