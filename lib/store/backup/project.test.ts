import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "@/lib/store/core/connection/client";
import { pool } from "@/lib/store/core/pool";
import type { TestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { createFilledProject } from "@/lib/testing/filled-project";
import { run } from "@/lib/testing/sql";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";
import { backupBytes, writeBackup } from "./file";
import { tableSum } from "./move";
import { importProject } from "./project";
import { projectTables } from "./project-tables";

useDatabase();
const FOLDER = mkdtempSync(path.join(tmpdir(), "vedette-project-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));
const [FILE, PASSPHRASE, secretDigest] = [path.join(FOLDER, "a.backup"), "correct horse battery", "digest"];
/** Their notifications are settled by the restore. */
const SETTLED = ["deliveries", "events"];

let accounts: TestAccounts;
let before: Record<string, string>;

beforeAll(async () => {
  const filled = await createFilledProject();
  accounts = filled.accounts;
  await filled.add(2);
  // The key that deletes the project notes its use once a minute.
  await api(accounts.orgWrite).get("/projects");
  before = await withClient(sums);
  await writeBackup(FILE, { createdAt: new Date(), secretDigest, withResults: true, passphrase: PASSPHRASE });
}, 120_000);

/** The checksum of each table with projects' records; of settled ones, the number of rows. */
async function sums(client: pg.Client): Promise<Record<string, string>> {
  await client.query("set timezone = 'UTC'");
  const found: Record<string, string> = {};
  for (const { name } of await projectTables(client)) {
    const sum = await tableSum(client, name);
    found[name] = SETTLED.includes(name) ? (sum.split(",")[0] ?? "") : sum;
  }
  return found;
}

const restore = (project: string, as: string | null = null, schema = "public") =>
  withClient(async (client) => {
    await client.query(`set search_path = ${schema}`);
    return importProject(client, backupBytes(FILE, PASSPHRASE), {
      project,
      rename: as === null ? null : { name: as, slug: as.toLowerCase() },
      secretDigest,
    });
  });

async function deleteProject(): Promise<string> {
  const rows = await run`select id, slug from projects where id = ${accounts.projects.app}`;
  const [project] = rows;
  expect((await api(accounts.orgWrite).delete(`/projects/${project?.id}`)).status).toBe(204);
  return project?.slug ?? "";
}

test("refuses a project that exists or that the backup lacks, and a wrong secret, and changes nothing", async () => {
  const id = String(accounts.projects.app);
  await expect(restore(id)).rejects.toThrow(
    /^Project \d+ \(.+\) already exists in this installation\. Delete it first/,
  );
  await expect(restore("no-such")).rejects.toThrow(
    /^The backup has no project no-such\. Its projects are .+ \(\d+\)/,
  );
  const other = withClient((client) =>
    importProject(client, backupBytes(FILE, PASSPHRASE), {
      project: id,
      rename: null,
      secretDigest: "other",
    }),
  );
  await expect(other).rejects.toThrow("a different APP_SECRET");
  expect(await withClient(sums)).toEqual(before);
});

test("restores everything of a deleted project without changing others", async () => {
  const slug = await deleteProject();
  const sent = await statements(async () => expect(await restore(slug)).toBeGreaterThan(40));
  expect(await faultsOf(sent)).toEqual([]);
  expect(await withClient(sums)).toEqual(before);
  const rows = await run`select (select count(*)::int
    from monitor_tombstones) as tombstones, (select count(*)::int from deliveries
    where status = 'pending') as pending`;
  expect(rows).toEqual([{ tombstones: 0, pending: 0 }]);
  const made = await pool().query<{ id: number }>(
    "insert into projects (organization_id, name, slug, incident_prefix) select min(id), 'Later', 'later', 'LAT' from organizations returning id",
  );
  expect(made.rows[0]?.id).toBeGreaterThan(accounts.projects.app);
});

test("a name that is taken meanwhile is refused with a way out, and --as takes it, in any schema", async () => {
  const slug = await deleteProject();
  await run`insert into projects (organization_id, name, slug, incident_prefix) select id, 'Other', ${slug}, 'OTH'
    from organizations order by id limit 1`;
  await expect(restore(slug)).rejects.toThrow(/conflicts with a record.*slug.*--as\. Nothing was changed\.$/);
  await run`alter schema public rename to elsewhere`;
  await restore(slug, "Again", "elsewhere").finally(() => run`alter schema elsewhere rename to public`);
  const rows = await run`select name, slug from projects where id = ${accounts.projects.app}`;
  expect(rows).toEqual([{ name: "Again", slug: "again" }]);
});
