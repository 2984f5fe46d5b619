import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asBackup, backupLines } from "@/lib/testing/backup-lines";
import { useDatabase } from "@/lib/testing/database";
import { columnsOf } from "./catalog";
import { exportBackup } from "./export";
import { importBackup } from "./import";

const database = useDatabase();
const secretDigest = "a digest";
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(() => client.end());

async function fillDatabase(): Promise<void> {
  await client.query(`
    insert into organizations (name) values ('Acme');
    insert into projects (organization_id, name, slug, incident_prefix) select id, 'App', 'app', 'APP' from organizations;
    insert into users (organization_id, name, email, role, totp_secret, recovery_codes, created_at)
      select id, 'Ada “quoted” \\ ü', 'ada@example.org', 'owner', '\\x00ff10', '[{"a": [1, null]}]', '2026-01-02 03:04:05.678901+00'
      from organizations;
    create table if not exists results_20260102 partition of results
      for values from ('2026-01-02T00:00:00Z') to ('2026-01-03T00:00:00Z');
    select nextval('config_versions') from generate_series(1, 41);
    select graphile_worker.add_job('deliver', '{"n": 1}', job_key := 'one', run_at := now() + interval '1 hour');
  `);
}

const lines = () => backupLines(client, secretDigest);

const restore = (made: string[], replace = true, digest = secretDigest, otherSecret = false) =>
  importBackup(client, asBackup(made), { secretDigest: digest, replace, otherSecret });

const withoutSequences = (made: string[]) => made.filter((line) => !line.startsWith('["#sequence"'));

test("restores rows and waiting jobs exactly and never reuses IDs assigned since the backup", async () => {
  await fillDatabase();
  const before = await lines();
  await client.query("update users set name = 'Changed'; delete from projects");
  await client.query("insert into organizations (name) values ('Later')");
  await restore(before);
  expect(withoutSequences(await lines())).toEqual(withoutSequences(before));
  const { rows } = await client.query("insert into organizations (name) values ('Next') returning id");
  expect(rows[0].id).toBeGreaterThan(2);
});

test("restores a backup from before a column was removed", async () => {
  const before = await lines();
  await client.query("alter table users add column shoe_size text default E'tab\\there'");
  const wider = await lines();
  await client.query("alter table users drop column shoe_size");
  expect(await columnsOf(client, "users")).not.toContain("shoe_size");
  await restore(wider);
  expect(withoutSequences(await lines())).toEqual(withoutSequences(before));
});

test("includes concurrent writes completely or not at all", async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const walking = exportBackup(client, { createdAt: new Date(), secretDigest, withResults: true });
  await walking.next();
  await other.query("insert into organizations (name) values ('Meanwhile')");
  const rest: string[] = [];
  for await (const part of walking) rest.push(part.toString());
  expect(rest.length).toBeGreaterThan(3);
  expect(rest.some((line) => line.includes("Meanwhile"))).toBe(false);
  expect((await lines()).some((line) => line.includes("Meanwhile"))).toBe(true);
  await other.end();
});

test("changes nothing for a truncated file, another secret, a newer version, a non-empty database, or an unknown file", async () => {
  const made = await lines();
  const header = JSON.parse(made[0] ?? "");
  const newer = [
    JSON.stringify({ ...header, migrations: [...header.migrations, "9999-later.sql"] }),
    ...made.slice(1),
  ];
  await expect(restore(made.slice(0, -1))).rejects.toThrow("truncated");
  await expect(restore([...made.filter((line) => !line.includes("ada@example.org"))])).rejects.toThrow(
    "Nothing was changed",
  );
  await expect(restore(made, true, "another digest")).rejects.toThrow("a different APP_SECRET");
  await expect(restore(newer)).rejects.toThrow("9999-later.sql");
  await expect(restore(made, false)).rejects.toThrow("--replace");
  await expect(restore(["hello"])).rejects.toThrow("not a Vedette backup");
  const unknown = ['["#copy",{"table":"migrations","columns":["name"]}]', "x", "\\."];
  await expect(restore([made[0] ?? "", ...unknown])).rejects.toThrow("unknown table");
  await expect(
    restore(
      made.slice(
        0,
        made.findIndex((line) => line.includes("ada@example.org")),
      ),
    ),
  ).rejects.toThrow("truncated");
  expect(await lines()).toEqual(made);
});

test("removes undecryptable secrets and pauses their integrations on restore with another secret", async () => {
  await client.query("insert into push_keys (public_key, private_key) values ('public', '\\x01')");
  await client.query(
    `insert into integrations (project_id, name, app, secrets)
     select projects.id, i.name, 'webhook', i.secrets::bytea from projects, (values ('Locked', '\\x01'), ('Open', null)) as i (name, secrets)`,
  );
  const made = await lines();
  await restore(made, true, "another digest", true);
  const column = async (text: string) => (await client.query({ text, rowMode: "array" })).rows;
  expect(await column("select digest from app_secret")).toEqual([["another digest"]]);
  expect(await column("select 1 from push_keys")).toEqual([]);
  expect(await column("select name, secrets, paused from integrations order by name")).toEqual([
    ["Locked", null, true],
    ["Open", null, false],
  ]);
  await restore(made);
  expect(await column("select digest from app_secret")).toEqual([[secretDigest]]);
  expect(await column("select paused from integrations where secrets is not null")).toEqual([[false]]);
});
