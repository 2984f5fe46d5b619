import type pg from "pg";

/** Tables that aren't copied, because the target has its own. */
const LEFT_OUT = ["migrations", "app_secret"];
export const RESULTS = "results";

interface Reference {
  child: string;
  parent: string;
}

/** Returns all application tables, parents before children, so that rows can be inserted in this order. Throws on a cycle. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all($1) order by relname`,
    [LEFT_OUT],
  );
  const { rows: references } = await client.query<Reference>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid and conparentid = 0`,
  );
  return sorted(
    tables.map((table) => table.name),
    references,
  );
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

/** Returns the names of the applied migrations. */
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
