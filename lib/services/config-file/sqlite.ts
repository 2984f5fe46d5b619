import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { UnreadableFile } from "@/lib/domain/config-file/documents";
import type { Importer } from "@/lib/domain/config-file/importers/importer";

// A CommonJS package whose names Node doesn't recognize in an import.
const { Database }: typeof import("node-sqlite3-wasm") = createRequire(import.meta.url)("node-sqlite3-wasm");
type Opened = InstanceType<typeof Database>;

const MAGIC = Buffer.from("SQLite format 3\0");
/** The bytes of the header that say whether a database needs its write-ahead log (SQLite file format §1.3.3). */
const VERSIONS = { at: 18, withoutLog: 1 };
const ROWS_MAX = 20_000;
/** Columns with other names aren't Uptime Kuma's, and would have to be quoted. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** Rows can share the pages of one long value, so that a small file holds gigabytes. */
const VALUE_MAX_CHARS = 65_536;
const JSON_MAX_CHARS = 64 * 1024 * 1024;
const SHOWN_CHARS = 200;

/** Returns whether the bytes are an SQLite database. */
export function isSqlite(bytes: Uint8Array): boolean {
  return MAGIC.equals(bytes.subarray(0, MAGIC.length));
}

/**
 * Returns tables of a database as JSON; `folder` is for its copy. Throws `UnreadableFile`. A hostile file can keep SQLite busy forever,
 * so that only a program with limits may call it.
 */
export function sqliteTables(
  bytes: Uint8Array,
  tables: NonNullable<Importer["tables"]>,
  folder: string,
): string {
  const file = path.join(folder, "import.db");
  const copy = Buffer.from(bytes);
  // A copied file lacks its write-ahead log, and SQLite would reject it.
  copy.fill(VERSIONS.withoutLog, VERSIONS.at, VERSIONS.at + 2);
  writeFileSync(file, copy, { mode: 0o600 });
  const json = readable(() => jsonOf(file, tables));
  if (json.length > JSON_MAX_CHARS) throw new UnreadableFile("The database is too large to read.");
  return json;
}

function readable(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const text = (error instanceof Error ? error.message : "it is damaged").slice(0, SHOWN_CHARS);
    throw new UnreadableFile(`The database can't be read: ${text}.`);
  }
}

function jsonOf(file: string, tables: NonNullable<Importer["tables"]>): string {
  const database = new Database(file, { fileMustExist: true, readOnly: true });
  database.exec("pragma trusted_schema = off; pragma cell_size_check = on");
  const found = tables.map((name) => [name, rowsOf(database, name)] as const);
  return JSON.stringify(Object.fromEntries(found.filter(([, rows]) => rows)), plain);
}

/** Reads plain tables only: a view or a generated column could compute without end. */
function rowsOf(database: Opened, table: string): unknown[] | undefined {
  const found = database.get("select sql from sqlite_schema where type = 'table' and name = ?", [table]);
  if (!found || /^\s*create\s+virtual/i.test(String(found.sql))) return undefined;
  const columns = database.all(`pragma table_xinfo("${table}")`).filter(({ hidden }) => hidden === 0);
  const names = columns.map(({ name }) => String(name)).filter((name) => NAME.test(name));
  if (names.length === 0) return undefined;
  const cut = names.map(
    (name) =>
      `case typeof("${name}") when 'text' then substr("${name}", 1, ${VALUE_MAX_CHARS}) when 'blob' then null else "${name}" end as "${name}"`,
  );
  return database.all(`select ${cut.join(", ")} from "${table}" limit ${ROWS_MAX}`);
}

function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
