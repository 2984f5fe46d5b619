import type { QueryResult, QueryResultRow } from "pg";
import { pool } from "@/lib/store/core/pool";

/** Runs a statement of a test with its values as parameters, and returns the rows. */
export async function run<Row extends QueryResultRow = QueryResult["rows"][number]>(
  parts: TemplateStringsArray,
  ...values: unknown[]
): Promise<Row[]> {
  const text = parts.reduce((before, part, at) => `${before}$${at}${part}`);
  return (await pool().query<Row>(text, values)).rows;
}

/** Moves times of all rows of a table back, as if so much time had passed. Citus subtracts only from times without a zone. */
export async function moveBack(
  table: string,
  columns: readonly string[],
  seconds: number,
  where = "true",
): Promise<void> {
  const changes = columns.map(
    (column) => `${column} = (${column} at time zone 'utc' - make_interval(secs => $1)) at time zone 'utc'`,
  );
  await pool().query(`update ${table} set ${changes.join(", ")} where ${where}`, [seconds]);
}
