import { existsSync, readdirSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { log } from "@/lib/shared/log";
import { sha256 } from "@/lib/shared/secret";
import { createInOwnSchema } from "./own-schema";
import { distribute, hasCitus, keepSequences, undistributed } from "./sharding/distribute";

/**
 * Applies new migrations in order, each in its own transaction, with checksums. A migration is a numbered .sql file, or a numbered
 * folder of such files. Call it under `withMigrationLock`. Throws when the database is newer than this program or an applied
 * migration was changed.
 */
export async function migrate(client: pg.ClientBase, directory: string): Promise<number> {
  const found = migrationsIn(directory);
  await createInOwnSchema(client);
  await client.query(
    "create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations order by name",
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseNewer([...applied.keys()], found);
  const distributes = (await hasCitus(client)) && (await undistributed(client)).length === 0;
  for (const name of found)
    await applyOne(client, path.join(directory, name), { name, known: applied.get(name), distributes });
  return found.length - applied.size;
}

/** Returns the names of the migrations in a folder, in order; none when the folder doesn't exist. */
export function migrationsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => /^\d{4}-/.test(name))
    .sort();
}

function refuseNewer(applied: string[], found: string[]): void {
  const unknown = applied.filter((name) => !found.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database is newer than this program (migrations ${unknown.join(", ")}). Start the newer version, or restore a backup created by this version.`,
  );
}

/** Returns the SQL of a migration: its file, or the files of its folder in order. */
async function textOf(entry: string): Promise<string> {
  if (!(await stat(entry)).isDirectory()) return readFile(entry, "utf8");
  const names = (await readdir(entry)).filter((name) => name.endsWith(".sql")).sort();
  return (await Promise.all(names.map((name) => readFile(path.join(entry, name), "utf8")))).join("\n");
}

interface Migration {
  readonly name: string;
  /** The checksum with which it was applied. */
  readonly known: string | undefined;
  /** Whether the tables that it creates are distributed: in Citus, unless a database from before waits to be distributed. */
  readonly distributes: boolean;
}

async function applyOne(
  client: pg.ClientBase,
  entry: string,
  { name, known, distributes }: Migration,
): Promise<void> {
  const text = await textOf(entry);
  const checksum = sha256(text).toString("hex");
  if (known === checksum) return;
  if (known)
    throw new Error(
      `Migration ${name} was changed after it was applied. Restore it and add a new migration instead.`,
    );
  await client.query("begin");
  try {
    if (distributes) await keepSequences(client);
    await client.query(text);
    if (distributes) await distribute(client);
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
    log.info("applied migration", { name });
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
