import { addJob } from "@/lib/store/core/jobs";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Asks that every public page of a project be rendered again, as soon as this transaction is committed. Debounced by key:
 * a request that waits covers later ones; one that runs does not, so no change is missed. The queue keeps an older rendering
 * from overtaking a newer one.
 */
export async function requestSeal(trx: Tx, projectId: number): Promise<void> {
  const key = `seal:${projectId}`;
  await addJob(trx, "seal_project", { projectId }, { key, queue: key });
}
