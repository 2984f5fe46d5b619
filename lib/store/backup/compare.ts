import type pg from "pg";

/**
 * Returns the number of rows of a table or partition with the sum of their hashes, which doesn't depend on the order. Both sides write a
 * row as the same JSON, whatever version of PostgreSQL they run. Call it in a transaction with `SAME_TEXT`.
 */
export async function tableSum(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' rows, checksum '
       || coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint::numeric), 0) as sum from ${table} t`,
  );
  return rows[0]?.sum ?? "";
}

/** Throws when a copied table differs from the original. */
export function refuseDifference(table: string, from: string, to: string): void {
  if (from === to) return;
  throw new Error(
    `The copy of ${table} differs from the original: expected ${from}; got ${to}. Keep using the original.`,
  );
}
