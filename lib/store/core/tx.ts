import { sql, type Transaction } from "kysely";
import { env } from "@/lib/shared/env";
import { errorCode } from "@/lib/shared/error-code";
import { log } from "@/lib/shared/log";
import type { Database } from "@/lib/store/schema/tables";
import { type ClaimedKey, keyedRequest } from "./claimed-key";
import { isPreparationLost } from "./connection/prepared";
import { isAboutRow } from "./database-errors";
import { markEffect } from "./idempotency";
import { db, insideTransaction } from "./pool";

export type Tx = Transaction<Database>;

const RETRYABLE = new Set(["40001", "40P01"]);
const MAX_TRIES = 5;

/**
 * Runs `work` in a transaction and commits it. Serialization failures (40001), deadlocks (40P01) and lost prepared statements are
 * retried, up to five times in all, so the callback must have no effects outside the database. Under an Idempotency-Key, the commit
 * also says that the key's request took effect.
 */
export async function tx<T>(work: (trx: Tx) => Promise<T>): Promise<T> {
  const request = keyedRequest.getStore();
  const whole = request && !request.isOver ? marked(work, request.claim) : work;
  return retried(() =>
    db()
      .transaction()
      .execute(env().NODE_ENV === "test" ? guarded(whole) : whole),
  );
}

/** Runs a single statement, which commits itself, with the retries of `tx`: one round trip instead of three. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = errorCode(error);
      if (attempt === MAX_TRIES || !(RETRYABLE.has(code) || isPreparationLost(error))) throw error;
      log.info("retrying transaction", { code, attempt });
    }
  }
}

/**
 * Processes each row in its own savepoint. A row that fails is logged and stays unchanged, so that it affects no others.
 * Returns the rows that worked. Rethrows errors that aren't about the row, such as a lost connection.
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

/** Adds the mark of the key to the transaction. */
function marked<T>(work: (trx: Tx) => Promise<T>, claim: ClaimedKey): (trx: Tx) => Promise<T> {
  return async (trx) => {
    const result = await work(trx);
    await markEffect(trx, claim);
    return result;
  };
}

/** Makes `pool()` throw within the transaction. The context costs too much for every transaction of a running server. */
function guarded<T>(work: (trx: Tx) => Promise<T>): (trx: Tx) => Promise<T> {
  return (trx) => insideTransaction.run(true, () => work(trx));
}
