import { ingest } from "@/lib/engine/ingest";
import { now } from "@/lib/shared/clock";
import { deleteDeferred, nextDeferred } from "@/lib/store/checks/deferred-results";

/**
 * Ingests the results that were kept while their node of the cluster was away, oldest first. What can't be ingested yet delays only its own
 * shard; its last error is thrown at the end.
 */
export async function ingestDeferred(): Promise<void> {
  const failing = new Map<number, unknown>();
  for (let afterId = 0; ; ) {
    const batch = await nextDeferred(afterId, [...failing.keys()]);
    if (!batch) break;
    afterId = batch.id;
    const nowMs = now().getTime();
    try {
      await ingest(batch.results, null, nowMs, nowMs, false);
      await deleteDeferred(batch.id);
    } catch (error) {
      failing.set(batch.shard, error);
    }
  }
  for (const error of failing.values()) throw error;
}
