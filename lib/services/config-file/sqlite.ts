import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { UnreadableFile } from "@/lib/domain/config-file/documents";
import type { Importer } from "@/lib/domain/config-file/importers/importer";

const MAGIC = Buffer.from("SQLite format 3\0");
const TIMEOUT_MS = 15_000;
/** The bytes of the header that say whether a database needs its write-ahead log (SQLite file format §1.3.3). */
const VERSIONS = { at: 18, withoutLog: 1 };

/** Returns whether the bytes are an SQLite database. */
export function isSqlite(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC);
}

/**
 * Returns tables of a database as JSON. It is read in a thread that is ended after 15 seconds, because a hostile file can keep SQLite
 * busy forever. Throws `UnreadableFile`.
 */
export async function sqliteTables(bytes: Buffer, tables: NonNullable<Importer["tables"]>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-import-"));
  try {
    const file = path.join(folder, "import.db");
    const copy = Buffer.from(bytes);
    // A copied file lacks its write-ahead log, and SQLite would reject it.
    copy.fill(VERSIONS.withoutLog, VERSIONS.at, VERSIONS.at + 2);
    await writeFile(file, copy, { mode: 0o600 });
    return await inThread({ file, tables });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function inThread(workerData: object): Promise<string> {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  return new Promise<string>((resolve, reject) => {
    const refuse = (text: string) => reject(new UnreadableFile(`The database can't be read: ${text}.`));
    const timer = setTimeout(() => refuse(`it took more than ${TIMEOUT_MS / 1000} s`), TIMEOUT_MS);
    worker.once("message", ({ json, error }: { json?: string; error?: string }) => {
      clearTimeout(timer);
      if (json === undefined) refuse(error ?? "it is damaged");
      else resolve(json);
    });
    worker.once("error", () => {
      clearTimeout(timer);
      refuse("it is damaged or too large");
    });
  }).finally(() => worker.terminate());
}

/**
 * Runs in the thread, where no module of ours can be loaded from a bundle. Reads plain tables only: a view or a generated column could
 * compute without end.
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const { Database } = require("node-sqlite3-wasm");
const ROWS_MAX = 20000;
const JSON_MAX = 64 * 1024 * 1024;
function plain(key, value) {
  if (typeof value === "bigint") return Number(value);
  return value instanceof Uint8Array ? null : value;
}
function rowsOf(database, table, wanted) {
  const found = database.get("select sql from sqlite_schema where type = 'table' and name = ?", [table]);
  if (!found || /^\\s*create\\s+virtual/i.test(String(found.sql))) return undefined;
  const columns = database.all('pragma table_xinfo("' + table + '")').filter((column) => column.hidden === 0);
  const names = columns.map((column) => column.name).filter((name) => wanted.includes(name));
  if (names.length === 0) return undefined;
  return database.all('select "' + names.join('", "') + '" from "' + table + '" limit ' + ROWS_MAX);
}
try {
  const database = new Database(workerData.file, { fileMustExist: true, readOnly: true });
  database.exec("pragma trusted_schema = off; pragma cell_size_check = on");
  const tables = Object.entries(workerData.tables).map(([name, wanted]) => [name, rowsOf(database, name, wanted)]);
  const json = JSON.stringify(Object.fromEntries(tables.filter(([, rows]) => rows)), plain);
  parentPort.postMessage(json.length > JSON_MAX ? { error: "it is too large" } : { json });
} catch (error) {
  parentPort.postMessage({ error: String(error.message).slice(0, 200) });
}
`;
