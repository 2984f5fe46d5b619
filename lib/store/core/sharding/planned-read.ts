import { sql } from "kysely";
import type pg from "pg";
import { prepared } from "@/lib/store/core/connection/prepared";
import { read, readPrepared } from "@/lib/store/core/connection/statements";
import { tx } from "@/lib/store/core/tx";
import { isDistributed } from "./projects";

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
