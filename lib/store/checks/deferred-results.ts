import { sql } from "kysely";
import type { CheckResult } from "@/lib/contract/checks/check";
import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";

const RESULTS_AT_ONCE = 1000;

export interface DeferredBatch {
  readonly id: number;
  /** The shard of their projects when they came, so that others don't wait for it; 0 if that wasn't known. */
  readonly shard: number;
  readonly results: CheckResult[];
}

/** Keeps results on the coordinator until the node of their projects can be reached. */
export async function deferResults(shard: number, results: readonly CheckResult[]): Promise<void> {
  await db()
    .insertInto("deferred_results")
    .values({ shard, results: JSON.stringify(results) })
    .execute();
}

/** Returns the oldest batches of the shard that has waited longest, of those that aren't failing; none at the end. */
export async function nextDeferred(failingShards: readonly number[]): Promise<DeferredBatch[]> {
  return read<DeferredBatch>(
    `select id, shard, results from (
       select id, shard, results, sum(jsonb_array_length(results)) over (order by id) - jsonb_array_length(results) as before
       from (select * from deferred_results where shard = (
         select shard from deferred_results where shard <> all ($1::bigint[]) order by id limit 1) order by id limit ${RESULTS_AT_ONCE}) oldest
     ) counted where before < ${RESULTS_AT_ONCE} order by id`,
    [failingShards],
  );
}

export async function deleteDeferred(ids: readonly number[]): Promise<void> {
  await sql`delete from deferred_results where id = any (${ids}::bigint[])`.execute(db());
}
