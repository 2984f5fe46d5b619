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
