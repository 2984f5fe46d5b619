import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Embedded, startEmbedded } from "@/lib/store/embedded/supervisor";
import { PatientPool } from "./patient-pool";

let dataDir = "";
let server: Embedded;

async function backend(pool: PatientPool): Promise<number> {
  return (await pool.query("select pg_backend_pid() as pid")).rows[0].pid;
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vedette-pool-"));
  server = await startEmbedded({ dataDir, durability: "for-tests" });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("makes queries wait while PostgreSQL is down", async () => {
  const pool = new PatientPool({ connectionString: server.url, max: 4 });
  pool.on("error", () => {});
  const first = await backend(pool);
  process.kill(server.pid, "SIGKILL");
  // The orphaned backend may answer a moment longer; the pool doesn't repeat a statement that it no longer answers.
  while ([first, null].includes(await backend(pool).catch(() => null)));
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => pool.query("select $1::int as n", [n])));
  expect(answers.map((answer) => answer.rows[0].n)).toEqual([1, 2, 3, 4, 5, 6]);
  await pool.end();
});

test("does not wait for a database that rejects the connection", async () => {
  const pool = new PatientPool({ connectionString: server.url.replace("/vedette?", "/absent?") });
  const began = performance.now();
  await expect(pool.query("select 1")).rejects.toThrow('database "absent" does not exist');
  expect(performance.now() - began).toBeLessThan(2000);
  await pool.end();
});
