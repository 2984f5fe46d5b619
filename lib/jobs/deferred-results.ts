import { ingest } from "@/lib/engine/ingest";
import { now } from "@/lib/shared/clock";
import { deleteDeferred, nextDeferred } from "@/lib/store/checks/deferred-results";

/** Ingests the results that were kept while their node of the cluster was away, oldest first. Throws if it still is. */
export async function ingestDeferred(): Promise<void> {
  for (let batch = await nextDeferred(); batch; batch = await nextDeferred()) {
    const nowMs = now().getTime();
    await ingest(batch.results, null, nowMs, nowMs, false);
    await deleteDeferred(batch.id);
  }
}
