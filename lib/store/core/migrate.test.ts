import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { migrate } from "./migrate";
import { withMigrationLock } from "./migration-lock";

const database = useDatabase();
let client: pg.Client;
let folder = "";

beforeAll(async () => {
  client = await connected();
});
afterAll(() => client.end());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "vedette-migrations-"));
  await client.query("drop table if exists migrations, first, second");
  await write("0001-first.sql", "create table first (n int)");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function connected(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: database.url });
  await made.connect();
  return made;
}

const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const applied = async () =>
  (await client.query("select name from migrations order by name")).rows.map((row) => row.name);

test("runs each file once, in order, and changes nothing on a second run", async () => {
  await write("0002-second.sql", "create table second as select count(*) as n from first");
  expect(await migrate(client, folder)).toBe(2);
  expect(await migrate(client, folder)).toBe(0);
  expect(await applied()).toEqual(["0001-first.sql", "0002-second.sql"]);
});

test("migrates in the schema of its tables even if the search path begins elsewhere later", async () => {
  await migrate(client, folder);
  await write("0002-second.sql", "create table second (n int)");
  const later = await connected();
  await later.query('create schema later; set search_path to later, "$user", public');
  expect(await migrate(later, folder)).toBe(1);
  expect(
    (await later.query("select relname from pg_class where relnamespace = 'later'::regnamespace")).rows,
  ).toEqual([]);
  await later.query("drop schema later");
  await later.end();
});

test("rejects a database of a newer program without changing it", async () => {
  await migrate(client, folder);
  await client.query("insert into migrations (name, checksum) values ('0009-later.sql', 'x')");
  await write("0002-second.sql", "create table second (n int)");
  await expect(migrate(client, folder)).rejects.toThrow(
    "newer than this program (migrations 0009-later.sql)",
  );
  expect(await applied()).toEqual(["0001-first.sql", "0009-later.sql"]);
});

test("rolls back a failed file and resumes from it on the next start", async () => {
  await write("0002-second.sql", "create table second (n int); select 1 / 0");
  await expect(migrate(client, folder)).rejects.toThrow("division by zero");
  expect(await applied()).toEqual(["0001-first.sql"]);
  await write("0002-second.sql", "create table second (n int)");
  expect(await migrate(client, folder)).toBe(1);
});

test("rejects an applied file that was changed", async () => {
  await migrate(client, folder);
  await write("0001-first.sql", "create table first (n bigint)");
  await expect(migrate(client, folder)).rejects.toThrow("0001-first.sql was changed after it was applied");
});

test("does not run a file twice when two servers start at the same moment", async () => {
  const [other, lock, otherLock] = [await connected(), await connected(), await connected()];
  const runs = await Promise.all([
    withMigrationLock(lock, () => migrate(client, folder)),
    withMigrationLock(otherLock, () => migrate(other, folder)),
  ]);
  expect(runs.sort()).toEqual([0, 1]);
  for (const open of [other, lock, otherLock]) await open.end();
});
