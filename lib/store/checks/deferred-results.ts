import type { CheckResult } from "@/lib/contract/checks/check";
import { pool } from "@/lib/store/core/pool";

export interface DeferredBatch {
  readonly id: number;
  readonly results: CheckResult[];
}

/** Keeps results on the coordinator until the node of their projects can be reached. */
export async function deferResults(results: readonly CheckResult[]): Promise<void> {
  await pool().query("insert into deferred_results (results) values ($1)", [JSON.stringify(results)]);
}

/** Returns the oldest batch; null if there is none. */
export async function nextDeferred(): Promise<DeferredBatch | null> {
  const { rows } = await pool().query<DeferredBatch>(
    "select id, results from deferred_results order by id limit 1",
  );
  return rows[0] ?? null;
}

export async function deleteDeferred(id: number): Promise<void> {
  await pool().query("delete from deferred_results where id = $1", [id]);
}
