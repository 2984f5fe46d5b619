import type pg from "pg";
import { tablesInOrder } from "./catalog";

/** Rows and their checksum, by table. */
type Sums = ReadonlyMap<string, string>;

/**
 * Returns the number of rows of each table with the sum of their hashes, which doesn't depend on the order. Both sides write a row as the
 * same JSON, whatever version of PostgreSQL they run.
 */
export async function tableSums(client: pg.ClientBase): Promise<Sums> {
  await client.query("set timezone = 'UTC'; set statement_timeout = 0");
  const sums = new Map<string, string>();
  for (const table of await tablesInOrder(client)) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' rows, checksum '
         || coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint::numeric), 0) as sum from ${table} t`,
    );
    sums.set(table, rows[0]?.sum ?? "");
  }
  return sums;
}

/** Throws when two databases differ, naming each table that does. */
export function refuseDifference(from: Sums, to: Sums): void {
  const different = [...from].filter(([table, sum]) => to.get(table) !== sum);
  if (different.length === 0) return;
  const lines = different.map(
    ([table, sum]) => `  ${table}: expected ${sum}; got ${to.get(table) ?? "no table"}`,
  );
  throw new Error(`The copy differs from the original. Keep using the original.\n${lines.join("\n")}`);
}
