import { sql } from "kysely";
import type { Tx } from "../tx";

/**
 * Waits until no other transaction has the lock of this name, and has it until the end of this one. Unlike a lock on a row that each node
 * of a cluster has, it concerns no node but the coordinator.
 */
export async function lockInTurn(trx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
