import { EventEmitter, once } from "node:events";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { withMigrationLock } from "./migration-lock";

const database = useDatabase();
const open: pg.Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.end();
});

async function connected(name = "vedette-migrate"): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  client.on("error", () => undefined);
  await client.connect();
  open.push(client);
  return client;
}

async function backendPid(client: pg.Client): Promise<number> {
  return (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
}

const taken = async () => withMigrationLock(await connected(), async () => true, 0);

test("gives up after the limit and names the connection with the lock", async () => {
  const stuck = await connected("vedette-stuck");
  await stuck.query("select pg_advisory_lock(7243310)");
  const began = performance.now();
  const waiting = withMigrationLock(await connected(), async () => "never", 300);
  await expect(waiting).rejects.toThrow(/within 0\.3 s.*vedette-stuck.*, connected since 20/);
  await expect(taken()).rejects.toThrow(`select pg_terminate_backend(${await backendPid(stuck)})`);
  expect(performance.now() - began).toBeLessThan(10_000);
  await stuck.query("select pg_advisory_unlock(7243310)");
  expect(await taken()).toBe(true);
});

test("waits for a start that is about to finish migrating", async () => {
  const steps = new EventEmitter();
  const hasLock = once(steps, "locked");
  const first = withMigrationLock(await connected(), async () => {
    const finished = once(steps, "finish");
    steps.emit("locked");
    await finished;
  });
  await hasLock;
  const second = withMigrationLock(await connected(), async () => "second");
  const early = await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300, "waits"))]);
  expect(early).toBe("waits");
  steps.emit("finish");
  await first;
  expect(await second).toBe("second");
});

test("releases the lock when a migration fails or its connection ends", async () => {
  const failing = withMigrationLock(await connected(), () => Promise.reject(new Error("division by zero")));
  await expect(failing).rejects.toThrow("division by zero");
  expect(await taken()).toBe(true);
  const lost = await connected();
  const admin = await connected();
  const work = async () => {
    await admin.query("select pg_terminate_backend($1::int)", [await backendPid(lost)]);
    return "done";
  };
  expect(await withMigrationLock(lost, work)).toBe("done");
  await expect.poll(taken).toBe(true);
});
