import type { PushResult } from "@/lib/notify/push/send-push";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { deleteGoneSubscription, noteOutcome } from "@/lib/store/alerting/push-subscriptions";
import type { Tx } from "@/lib/store/core/tx";

/** Records the push service's response for the browser's owner. Deletes the subscription if the browser is gone. */
export async function recordPush(trx: Tx, subscriptionId: number, result: PushResult): Promise<void> {
  if (result.outcome === "gone") {
    await deleteGoneSubscription(trx, subscriptionId);
    log.info("removed the subscription of a browser that is gone", {
      subscription: subscriptionId,
      reason: result.error,
    });
    return;
  }
  const failure = result.outcome === "delivered" ? null : (result.error ?? "unknown reason");
  await noteOutcome(trx, subscriptionId, now(), failure);
}
