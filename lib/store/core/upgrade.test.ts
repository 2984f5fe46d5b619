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
    select id, 1, 'app-1', 'monitor', 'Shop is down', 'major_outage', 'recovered', now() from projects;
  update projects set last_incident_number = 7;
  insert into open_monitor_incidents (monitor_id, incident_id) select m.id, i.id from monitors m, incidents i;
  insert into maintenance_windows (project_id, title, starts_at, ends_at) select id, 'Moving', now(), now() from projects;
  insert into maintenance_window_monitors (maintenance_window_id, monitor_id) select w.id, m.id from maintenance_windows w, monitors m;
  insert into integrations (project_id, app, name) select id, 'email', 'Mail' from projects;
  insert into events (project_id, key, occurred_at) select id, 'uptime.incident.created', now() from projects;
  insert into deliveries (project_id, event_id, integration_id, occurred_at)
    select e.project_id, e.id, i.id, now() from events e, integrations i;
  insert into delivery_attempts (delivery_id, attempt, started_at, outcome) select id, 1, now(), 'delivered' from deliveries;
  insert into push_subscriptions (user_id, endpoint_hash, service, secrets) select id, 'x', 'push.example', 'x' from users;
  insert into push_deliveries (subscription_id, event_id) select s.id, e.id from push_subscriptions s, events e;
  insert into monitor_certificates (project_id, monitor_id, region, fingerprint_sha256, serial_number, not_before, not_after)
    select project_id, id, 'eu-deu-fra', 'AA', '1', now(), now() from monitors;
  insert into certificate_notices (certificate_id, days, integration_id) select c.id, 7, i.id from monitor_certificates c, integrations i;
  create table results_20260102 partition of results for values from ('2026-01-02T00:00:00Z') to ('2026-01-03T00:00:00Z');
  insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome)
    select project_id, id, '2026-01-02T03:00:00Z', '2026-01-02T03:00:00Z', 'eu-deu-fra', 0 from monitors;
  insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
    select project_id, id, 'eu-deu-fra', '2026-01-02T03:00:00Z', 1, 0, 0, 0, 1 from monitors`;

/** Tables that earlier versions knew the project of only through a parent, and the count of incidents. */
const PROJECTS = [
  "open_monitor_incidents",
  "maintenance_window_monitors",
  "delivery_attempts",
  "push_deliveries",
  "certificate_notices",
  "results",
  "rollups_hourly",
  "incident_numbers",
];

/** The columns, constraints, and indexes of every table. */
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
    for (const table of PROJECTS)
      expect([table, (await client.query(`select project_id from ${table}`)).rows]).toEqual([
        table,
        [{ project_id: 1 }],
      ]);
    expect((await client.query("select last_number from incident_numbers")).rows).toEqual([
      { last_number: 7 },
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
