import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { expect, test } from "vitest";
import { programFile } from "@/lib/shared/env";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { migrate } from "./migrate";
import { MIGRATIONS, migrateDatabase } from "./migrate-all";
import { pool } from "./pool";

const database = useDatabase();

/** Every release with its last migration. Rows that it could have stored are in lib/testing/releases. */
const RELEASES = [{ version: "0.1.0", last: "0001" }] as const;

/** Runs `work` with a database as the release left it. */
async function withRelease(
  { version, last }: (typeof RELEASES)[number],
  work: (client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const name = `release_${randomUUID().replaceAll("-", "")}`;
  await pool().query(`create database ${name}`);
  const url = database.url.replace(/\/[^/?]+(\?|$)/, `/${name}$1`);
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-release-"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const entries = await readdir(programFile(MIGRATIONS));
    for (const entry of entries.filter((one) => one.slice(0, 4) <= last))
      await cp(path.join(programFile(MIGRATIONS), entry), path.join(folder, entry), { recursive: true });
    await migrate(client, folder);
    await runMigrations({ connectionString: url });
    await client.query(await readFile(`lib/testing/releases/${version}.sql`, "utf8"));
    await work(client, url);
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
    await pool().query(`drop database ${name} with (force)`);
  }
}

/** The columns, constraints, and indexes of every table. */
const SCHEMA = `
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public' and table_name !~ '_\\d{6,8}$'
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and conparentid = 0 and conrelid::regclass::text !~ '_\\d{6,8}$'
  union all select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_\\d{6,8}$'
  order by 1`;

/** Returns the number of rows of each table that has any, except the list of migrations. */
async function counts(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'",
  );
  const found = await Promise.all(
    rows.map(async ({ name }): Promise<[string, number]> => {
      const { rows: counted } = await client.query<{ count: number }>(`select count(*) from ${name}`);
      return [name, counted[0]?.count ?? 0];
    }),
  );
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

// A database of a release is one PostgreSQL.
test.skipIf(await isOnCitus()).each(RELEASES)(
  "keeps the data of $version and gives it the schema of a new installation",
  async (release) => {
    await withRelease(release, async (client, url) => {
      const before = await counts(client);
      expect(Object.keys(before).length).toBeGreaterThan(15);
      await migrateDatabase(url);
      expect(await counts(client)).toMatchObject(before);
      const [fresh, upgraded] = [await pool().query(SCHEMA), await client.query(SCHEMA)];
      expect(fresh.rows.length).toBeGreaterThan(300);
      expect(upgraded.rows).toEqual(fresh.rows);
    });
  },
  60_000,
);

test("the version of this program is among the releases, which have no gaps in their migrations", async () => {
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  expect(RELEASES.map((release) => release.version)).toContain(version);
  const numbers = (await readdir(programFile(MIGRATIONS))).map((entry) => Number(entry.slice(0, 4))).sort();
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
