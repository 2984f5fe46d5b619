import { CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { db, pool } from "@/lib/store/core/pool";
import { isDistributed } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
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

/**
 * Runs a prepared read with its existing plan, for statements that take longer to plan than to run. PostgreSQL would plan again whenever the
 * parameters make a new plan look cheaper. Citus has to see them.
 */
export async function readPlanned<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
): Promise<Row[]> {
  if (await isDistributed()) return readPrepared(text, values);
  return tx(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
    return read<Row>(prepared(text), values, trx);
  });
}
