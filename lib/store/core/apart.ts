import { sql } from "kysely";
import { log } from "@/lib/shared/log";
import { isAboutRow } from "./database-errors";
import type { Tx } from "./tx";

/**
 * Works on each row in a part of the transaction of its own. A row that fails is logged and stays as it was, so that it affects no
 * other. Returns the rows that worked. Rethrows errors that aren't about the row, such as a lost connection.
 */
export async function eachApart<Row extends { readonly id: number }>(
  trx: Tx,
  what: string,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<Row[]> {
  const done: Row[] = [];
  for (const row of rows) {
    await sql`savepoint one_row`.execute(trx);
    try {
      await work(row);
      done.push(row);
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      await sql`rollback to savepoint one_row`.execute(trx);
      log.error(`a ${what} could not be processed`, { id: row.id, error });
    }
    await sql`release savepoint one_row`.execute(trx);
  }
  return done;
}
