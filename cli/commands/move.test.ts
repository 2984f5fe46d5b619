import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { refuseDifference, tableSums } from "@/lib/store/backup/compare";
import { withClient } from "@/lib/store/core/client";
import { pool } from "@/lib/store/core/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { moveDatabase } from "./move";

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

test("moves every row and every waiting job to an empty database, once, and names a table that differs", async () => {
  const { projectId } = await makeScene();
  await makeMonitor(projectId);
  await expect(moveDatabase(database.url, true)).rejects.toThrow("--to must be another database");
  await pool().query(
    `select graphile_worker.add_job('deliver', '{"deliveryId": 7}', run_at := now() + interval '1 hour')`,
  );
  await withTarget(async (url, target) => {
    expect(await moveDatabase(url, false)).toBeGreaterThan(3);
    const { rows } = await target.query(
      "select (select count(*)::int from monitors) as monitors, (select count(*)::int from graphile_worker.jobs) as jobs",
    );
    expect(rows).toEqual([{ monitors: 1, jobs: 1 }]);
    await expect(moveDatabase(url, false)).rejects.toThrow("The database is not empty");
    expect(await moveDatabase(url, true)).toBeGreaterThan(3);
    await target.query("update monitors set name = 'Changed'");
    const [from, to] = [await withClient(tableSums), await tableSums(target)];
    expect(() => refuseDifference(from, to)).toThrow(/^The copy differs.*\n {2}monitors: expected 1 rows/);
    expect(process.env.DATABASE_URL).toBe(database.url);
  });
});
