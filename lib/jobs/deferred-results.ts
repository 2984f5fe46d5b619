import { ingest } from "@/lib/engine/ingest";
import { now } from "@/lib/shared/clock";
import { deleteDeferred, nextDeferred } from "@/lib/store/checks/deferred-results";

/**
 * Ingests the results that were kept while their node of the cluster was away, oldest first. What can't be ingested yet delays only its own
 * shard; its last error is thrown at the end.
 */
export async function ingestDeferred(): Promise<void> {
  const failing = new Map<number, unknown>();
  for (;;) {
    const batches = await nextDeferred([...failing.keys()]);
    const [first] = batches;
    if (!first) break;
    const nowMs = now().getTime();
    const results = batches.flatMap((batch) => batch.results);
    try {
      await ingest(results, null, nowMs, nowMs, false);
      await deleteDeferred(batches.map(({ id }) => id));
    } catch (error) {
      failing.set(first.shard, error);
    }
  }
  for (const error of failing.values()) throw error;
}
