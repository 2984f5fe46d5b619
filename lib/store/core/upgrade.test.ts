import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { expect, test } from "vitest";
import { programFile } from "@/lib/shared/env";
import { useDatabase } from "@/lib/testing/database";
import { migrate } from "./migrate";
import { MIGRATIONS, migrateDatabase } from "./migrate-all";
import { pool } from "./pool";

const database = useDatabase();
/** The schema of the version that data was first kept with. */
const FIRST_KEPT = "0100";

/** Runs `work` with a database that the migrations up to `last` created, as a data folder of an earlier version has it. */
async function withEarlier(
  last: string,
  work: (client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const name = `earlier_${randomUUID().replaceAll("-", "")}`;
  await pool().query(`create database ${name}`);
  const url = database.url.replace(/\/[^/?]+(\?|$)/, `/${name}$1`);
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-earlier-"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const files = await readdir(programFile(MIGRATIONS));
    for (const file of files.filter((one) => one.slice(0, 4) <= last))
      await cp(path.join(programFile(MIGRATIONS), file), path.join(folder, file));
    await migrate(client, folder);
    await runMigrations({ connectionString: url });
    await work(client, url);
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
    await pool().query(`drop database ${name} with (force)`);
  }
}

const SEED = `
  insert into organizations (name) values ('Acme');
  insert into projects (organization_id, name, slug, incident_prefix) select id, 'App', 'app', 'APP' from organizations;
  insert into users (organization_id, name, email, role) select id, 'Ada', 'ada@example.org', 'owner' from organizations;
  insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms, incident_confirmations,
      recovery_confirmations, region_threshold, config_version)
    select id, 'Shop', 'http', '{"url": "https://example.org"}', '{eu-deu-fra}', 60, 10000, 2, 1, 1, 1 from projects;
  insert into status_pages (project_id, name, subdomain, title, description, website_url, search_engine_indexed, components, theme)
    select id, 'Status', 'status', 'Status', '', 'https://example.org', true, '[]', '{}' from projects;
  insert into incidents (project_id, number, slug, type, title, impact, status, incident_at)
    select id, 1, 'app-1', 'monitor', 'Shop is down', 'major_outage', 'recovered', now() from projects`;

/** The columns, constraints and indexes of every table. */
async function schemaOf(client: { query: pg.Client["query"] }): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public' and table_name !~ '_\\d{6,8}$'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and conparentid = 0 and conrelid::regclass::text !~ '_\\d{6,8}$'
    union all select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_\\d{6,8}$'
    order by 1`);
  return rows.map(({ line }) => line);
}

test("an earlier version's data is there after an upgrade, with the schema of a new installation", async () => {
  await withEarlier(FIRST_KEPT, async (client, url) => {
    await client.query(SEED);
    expect(await migrateDatabase(url)).toBeGreaterThan(10);
    const { rows } = await client.query(
      `select (select name from monitors) as monitor, (select subdomain from status_pages) as page,
         (select title from incidents) as incident, (select email from users) as owner`,
    );
    expect(rows).toEqual([
      { monitor: "Shop", page: "status", incident: "Shop is down", owner: "ada@example.org" },
    ]);
    const [fresh, upgraded] = [await schemaOf(pool() as unknown as pg.Client), await schemaOf(client)];
    expect(fresh.length).toBeGreaterThan(300);
    expect(upgraded).toEqual(fresh);
  });
}, 60_000);

test("an earlier version refuses to start on the newer database, and says what to do", async () => {
  await withEarlier(FIRST_KEPT, async (client, url) => {
    await migrateDatabase(url);
    const folder = await mkdtemp(path.join(tmpdir(), "vedette-earlier-"));
    const files = (await readdir(programFile(MIGRATIONS))).filter((one) => one.slice(0, 4) <= FIRST_KEPT);
    for (const file of files) await cp(path.join(programFile(MIGRATIONS), file), path.join(folder, file));
    await expect(migrate(client, folder)).rejects.toThrow(
      /^The database is newer than this program \(migrations 0103-.*\)\. Start the newer version, or restore a backup/,
    );
    await rm(folder, { recursive: true });
  });
}, 60_000);
