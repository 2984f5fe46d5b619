import pg from "pg";
import { expect, test } from "vitest";
import { distribute } from "@/lib/store/core/sharding/distribute";
import { useDatabase } from "@/lib/testing/database";
import { pretendCitus } from "@/lib/testing/databases/pretend-citus";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { readiness } from "./readiness";

const database = useDatabase();
const onCitus = await isOnCitus();

test.skipIf(onCitus)("stays ready while a node is away, and says which one", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await pretendCitus(client);
  await distribute(client);
  await makeScene();
  // What is on that node can't be read.
  await client.query(`update pretended.pg_dist_node set answers = false where groupid = 1;
    alter table deliveries rename column next_attempt_at to unreadable`);
  const { status, checks } = await readiness();
  expect([status, checks.database.ok, checks.migrations.ok]).toEqual(["degraded", true, true]);
  expect(checks.notifications.message).toBe(
    "The coordinator can't reach 10.0.0.2:5432. Start PostgreSQL there, and allow the coordinator in its pg_hba.conf.",
  );
  await client.end();
});
