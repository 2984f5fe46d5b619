import { CompiledQuery, type Kysely, type QueryResult, type RawBuilder } from "kysely";
import type pg from "pg";
import { db, pool } from "@/lib/store/core/pool";
import type { Database } from "@/lib/store/schema/tables";
import { isPreparationLost, prepared } from "./prepared";

const MAX_TRIES = 3;

/** Runs a statement that is composed as text, with `$1`, `$2`, and so on for its values. Returns its rows. */
export async function read<Row extends object = never>(
  text: string,
  values: readonly unknown[] = [],
  executor: Kysely<Database> = db(),
): Promise<Row[]> {
  return (await run<Row>(text, values, executor)).rows;
}

/** Runs a statement like `read`. Returns how many rows it wrote. */
export async function write(
  text: string,
  values: readonly unknown[],
  executor: Kysely<Database> = db(),
): Promise<number> {
  return Number((await run(text, values, executor)).numAffectedRows ?? 0n);
}

function run<Row>(
  text: string,
  values: readonly unknown[],
  executor: Kysely<Database>,
): Promise<QueryResult<Row>> {
  return executor.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
}

/** Runs a prepared read outside a transaction, for the few that every API call needs. Repeats it when the connection lost the statement. */
export async function readPrepared<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
  rowsMax?: number,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await pool().query<Row>(prepared(text, rowsMax), values)).rows;
    } catch (error) {
      if (attempt === MAX_TRIES || !isPreparationLost(error)) throw error;
    }
  }
}

/** Runs a statement prepared, within a transaction or outside. Its text must be the same every time. */
export async function executePrepared<Row>(
  executor: Kysely<Database>,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const query = statement.compile(executor);
  if (!executor.isTransaction) return readPrepared<Row & pg.QueryResultRow>(query.sql, [...query.parameters]);
  prepared(query.sql);
  return (await executor.executeQuery(query)).rows;
}
