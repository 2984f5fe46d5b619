import pg from "pg";
import { now } from "@/lib/shared/clock";
import { FOR_COPIES } from "@/lib/store/core/connection/settings";
import { ensurePartitionsFor } from "../checks/partitions";
import { ensureRollupMonths } from "../checks/rollup-months";
import { copyIn } from "../core/copy";
import { columnList, columnsOf } from "./catalog";
import { COPY, Copied, END, type Header, SEQUENCE, Sequence } from "./format";
import { LINE, readHeader, refuseNewer, refuseSecret, rollupsSince } from "./import";
import { setSequence } from "./leftovers";
import {
  insertStatement,
  loaded,
  orphanStatements,
  type ProjectTable,
  projectTables,
} from "./project-tables";
import { BackupReader } from "./reader";

export interface ProjectOptions {
  /** The ID or slug that the project has in the backup. */
  readonly project: string;
  /** The project's new name and slug; null keeps those of the backup. */
  readonly rename: { readonly name: string; readonly slug: string } | null;
  readonly secretDigest: string;
}

/** A user in the backup matches the one here only if both the ID and the email address are the same. */
const SAME_USERS = `select u.id from users u join ${loaded("users")} b on b.id = u.id and b.email = u.email`;
const FORGET_OTHER_USERS = `delete from ${loaded("users")} where id <> all ($1::bigint[])`;
/** Runners drop monitors that are listed as deleted, and their data is purged later. These exist again. */
const REVIVE = `delete from monitor_tombstones where monitor_id in (select id from ${loaded("monitors")})`;
/** Notifications of that time would only confuse now. */
const SEND_NOTHING = [
  `update ${loaded("deliveries")} set status = 'superseded', reason = 'Restored from a backup.' where status = 'pending'`,
  `update ${loaded("events")} set fanned_out_at = coalesce(fanned_out_at, now()), subscribers_due = false`,
];

/**
 * Restores one project from a backup and keeps the others, in one transaction. Throws if any part of it already exists.
 * Returns the number of rows.
 */
export async function importProject(
  client: pg.ClientBase,
  chunks: AsyncIterable<Buffer>,
  options: ProjectOptions,
): Promise<number> {
  const reader = new BackupReader(chunks);
  const header = readHeader(await reader.line());
  refuseSecret(header, { ...options, otherSecret: false });
  await refuseNewer(client, header);
  await ensurePartitionsFor(header.resultDays);
  await ensureRollupMonths(rollupsSince(header), now());
  await client.query("begin");
  try {
    await client.query(FOR_COPIES);
    const tables = await projectTables(client);
    const { projectId, sequences } = await loadTables(client, reader, {
      tables,
      header,
      project: options.project,
    });
    await prepareProject(client, tables, { projectId, rename: options.rename });
    const rows = await insertLoaded(client, tables);
    for (const sequence of sequences) await setSequence(client, sequence);
    // Runners tell databases apart by this time, so they start from a new snapshot (lib/store/runners/config.ts).
    await client.query("update migrations set applied_at = clock_timestamp()");
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback");
    throw inWords(error);
  }
}

/** Inserts the loaded rows, parents first. Returns how many. */
async function insertLoaded(client: pg.ClientBase, tables: readonly ProjectTable[]): Promise<number> {
  let rows = 0;
  for (const table of tables) rows += (await client.query(insertStatement(client, table))).rowCount ?? 0;
  return rows;
}

interface Loading {
  readonly tables: readonly ProjectTable[];
  readonly header: Header;
  readonly project: string;
}

function loadedTables(tables: readonly ProjectTable[]): string[] {
  return [...tables.map(({ name }) => name), "users"];
}

/** Loads the project's rows into temporary tables. Returns its ID and the sequences. */
async function loadTables(
  client: pg.ClientBase,
  reader: BackupReader,
  { tables, header, project }: Loading,
): Promise<{ projectId: number; sequences: Sequence[] }> {
  const names = loadedTables(tables);
  for (const name of names)
    await client.query(
      `create temp table loaded_${name} on commit drop as select * from ${name} with no data`,
    );
  const sequences: Sequence[] = [];
  let projectId = 0;
  for (let text = await reader.line(); text !== null; text = await reader.line()) {
    const [, kind = "", body = ""] = LINE.exec(text) ?? [];
    const value: unknown = JSON.parse(body || "null");
    if (kind === END) return { projectId, sequences };
    if (kind === SEQUENCE) sequences.push(Sequence.parse(value));
    if (kind !== COPY) continue;
    const { table, columns } = Copied.parse(value);
    if (!header.tables.includes(table)) throw new Error(`The backup contains an unknown table: ${table}.`);
    const at = columns.indexOf("project_id");
    if (!names.includes(table)) await skip(reader.rows());
    else if (at < 0) await loadTable(client, { table, columns }, reader.rows());
    else await loadTable(client, { table, columns }, rowsWith(reader.rows(), at, String(projectId)));
    // The tables that refer to projects come later.
    if (table === "projects") projectId = await keepProject(client, project);
  }
  throw new Error("The backup is truncated: its last line is missing. Nothing was changed.");
}

/** Forgets the other loaded projects. Returns the ID. */
async function keepProject(client: pg.ClientBase, project: string): Promise<number> {
  const { rows } = await client.query<{ id: number; slug: string }>(
    `select id, slug from ${loaded("projects")} where deleted_at is null order by id`,
  );
  const found = rows.find(({ id, slug }) => String(id) === project || slug === project);
  if (!found)
    throw new Error(
      `The backup has no project ${project}. Its projects are ${rows.map(({ id, slug }) => `${slug} (${id})`).join(", ") || "none"}.`,
    );
  await client.query(`delete from ${loaded("projects")} where id <> $1`, [found.id]);
  return found.id;
}

async function loadTable(
  client: pg.ClientBase,
  { table, columns }: Copied,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const present = await columnsOf(client, table);
  // Columns removed since the backup are loaded and not inserted.
  for (const name of columns.filter((one) => !present.includes(one)))
    await client.query(`alter table ${loaded(table)} add column ${client.escapeIdentifier(name)} text`);
  await copyIn(client, `copy ${loaded(table)} (${columnList(client, columns)}) from stdin`, rows);
}

/** Yields the rows whose value at `index` is `value`. A tab or line break within a value is escaped. */
async function* rowsWith(rows: AsyncIterable<Buffer>, index: number, value: string): AsyncGenerator<Buffer> {
  for await (const chunk of rows) {
    const lines = chunk.toString("utf8").slice(0, -1).split("\n");
    const found = lines.filter((line) => line.split("\t", index + 1)[index] === value);
    if (found.length > 0) yield Buffer.from(`${found.join("\n")}\n`);
  }
}

async function skip(rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of rows);
}

/** Throws unless the project can be inserted, and fits its rows to this installation. */
async function prepareProject(
  client: pg.ClientBase,
  tables: readonly ProjectTable[],
  { projectId, rename }: Pick<ProjectOptions, "rename"> & { readonly projectId: number },
): Promise<void> {
  const { rows } = await client.query<{ id: number; name: string }>(
    "select id, name from projects where id = $1 and deleted_at is null",
    [projectId],
  );
  if (rows[0])
    throw new Error(
      `Project ${rows[0].id} (${rows[0].name}) already exists in this installation. Delete it first, or restore the whole backup with another DATA_DIR.`,
    );
  if (rename)
    await client.query(`update ${loaded("projects")} set name = $1, slug = $2`, [rename.name, rename.slug]);
  // Rows of a deleted project stay until the ends of its incidents have been sent.
  await client.query(
    "delete from alert_rules where integration_id in (select id from integrations where project_id = $1)",
    [projectId],
  );
  await client.query("delete from projects where id = $1", [projectId]);
  const organization = await organizationFor(client);
  const { rows: users } = await client.query<{ id: number }>(SAME_USERS);
  await client.query(FORGET_OTHER_USERS, [users.map(({ id }) => id)]);
  const names = loadedTables(tables);
  for (const table of tables) {
    if (table.columns.includes("organization_id"))
      await client.query(
        `update ${loaded(table.name)} set organization_id = $1 where organization_id is not null`,
        [organization],
      );
    for (const statement of orphanStatements(table, names)) await client.query(statement);
  }
  for (const statement of [REVIVE, ...SEND_NOTHING]) await client.query(statement);
}

/** Returns the project's organization, or the only one of another installation. */
async function organizationFor(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number; isOwn: boolean }>(
    `select o.id, o.id = l.organization_id as "isOwn" from organizations o, ${loaded("projects")} l order by 2 desc, 1 limit 2`,
  );
  const [first, second] = rows;
  if (first && (first.isOwn || !second)) return first.id;
  throw new Error(
    "The project's organization doesn't exist in this installation. To restore the project into another one, the installation must have exactly one organization.",
  );
}

/** Turns a constraint violation into a sentence about the conflict. */
function inWords(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== "23505") return error;
  const hint = error.constraint?.includes("slug") ? " Restore it under another name with --as." : "";
  return new Error(
    `The project conflicts with a record of this installation: ${error.table ?? "a table"} has ${error.detail?.replace(/^Key /, "").replace(/\.$/, "") ?? "it"}.${hint} Nothing was changed.`,
  );
}
