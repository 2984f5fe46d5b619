import type { CheckResult } from "@/lib/contract/checks/check";
import { pool } from "@/lib/store/core/pool";

export interface DeferredBatch {
  readonly id: number;
  /** The shard of their projects when they came, so that others don't wait for it; 0 if that wasn't known. */
  readonly shard: number;
  readonly results: CheckResult[];
}

/** Keeps results on the coordinator until the node of their projects can be reached. */
export async function deferResults(shard: number, results: readonly CheckResult[]): Promise<void> {
  await pool().query("insert into deferred_results (shard, results) values ($1, $2)", [
    shard,
    JSON.stringify(results),
  ]);
}

/** Returns the oldest batch after the given one that isn't of one of these shards; null if there is none. */
export async function nextDeferred(
  afterId: number,
  failingShards: readonly number[],
): Promise<DeferredBatch | null> {
  const { rows } = await pool().query<DeferredBatch>(
    `select id, shard, results from deferred_results where id > $1 and shard <> all ($2::bigint[])
     order by id limit 1`,
    [afterId, failingShards],
  );
  return rows[0] ?? null;
}

export async function deleteDeferred(id: number): Promise<void> {
  await pool().query("delete from deferred_results where id = $1", [id]);
}
