import type pg from "pg";
import { OWN_SCHEMA } from "@/lib/store/core/own-schema";

export const RESULTS = "results";
/** Exists while a move to the database isn't complete. */
export const MOVE_PROGRESS = "move_progress";
/** Tables that aren't copied, because the target has its own. */
const LEFT_OUT = ["migrations", "app_secret", MOVE_PROGRESS];

interface Reference {
  child: string;
  parent: string;
}

/** Returns all application tables, parents before children, so that rows can be inserted in this order. Throws on a cycle. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = ${OWN_SCHEMA} and relkind in ('r', 'p') and not relispartition
       and relname <> all($1) order by relname`,
    [LEFT_OUT],
  );
  const { rows: references } = await client.query<Reference>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and connamespace = ${OWN_SCHEMA} and conrelid <> confrelid and conparentid = 0`,
  );
  return sorted(
    tables.map((table) => table.name),
    references,
  );
}

/** Returns all application tables like `tablesInOrder`, with the days of raw results in their table's place, oldest first. */
export async function partsInOrder(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1",
    [RESULTS],
  );
  const days = rows.map(({ name }) => name);
  return (await tablesInOrder(client)).flatMap((table) => (table === RESULTS ? days : [table]));
}

function sorted(names: string[], references: Reference[]): string[] {
  const done: string[] = [];
  let waiting = names;
  while (waiting.length > 0) {
    const ready = waiting.filter((name) =>
      references.every(({ child, parent }) => child !== name || !waiting.includes(parent)),
    );
    if (ready.length === 0)
      throw new Error(`Tables with circular references can't be copied: ${waiting.join(", ")}`);
    done.push(...ready);
    waiting = waiting.filter((name) => !ready.includes(name));
  }
  return done;
}

export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from migrations order by name");
  return rows.map((row) => row.name);
}

/** Returns the days (UTC midnights, epoch milliseconds) that have a partition of raw results. */
export async function resultDays(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1",
    [RESULTS],
  );
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
    return year ? [Date.UTC(Number(year), Number(month) - 1, Number(day))] : [];
  });
}

/** Returns the columns of a table that a copy contains, in their order. */
export async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Returns columns as SQL. */
export function columnList(client: pg.ClientBase, columns: readonly string[]): string {
  return columns.map((name) => client.escapeIdentifier(name)).join(", ");
}
