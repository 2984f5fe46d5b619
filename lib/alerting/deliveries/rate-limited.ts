import { SET_ASIDE_MS } from "@/lib/domain/alerting/delivery-schedule";
import { Batcher } from "@/lib/shared/batcher";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { postponeDelivery } from "@/lib/store/alerting/delivery-writes";
import { partOf } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
import type { Known } from "./due";
import { failOverIfRateLimited } from "./failover";

const LIMITED_AT_ONCE = 50;

/**
 * Lets a delivery wait for the end of a rate limit, and fails it over if that takes long. In the meantime, nothing is
 * sent, failed, or counted. A defect delays this delivery without affecting others.
 */
export async function waitForRateLimit(limited: Known): Promise<void> {
  const { delivery } = limited;
  try {
    await limitedBatcher().add(limited);
  } catch (error) {
    log.error("a delivery could not be processed", { delivery: delivery.id, error });
    const until = new Date(now().getTime() + SET_ASIDE_MS);
    await tx((trx) => postponeDelivery(trx, delivery, until, null));
  }
}

const limitedBatcher = () =>
  once(
    "alerting.limited",
    () =>
      new Batcher(failOverTogether, LIMITED_AT_ONCE, ({ delivery }: Known) => partOf(delivery.project_id)),
  );

/** Locks integrations in the same order on every server. */
function failOverTogether(limited: readonly Known[]): Promise<void> {
  const inOrder = limited.toSorted((a, b) => a.delivery.integration_id - b.delivery.integration_id);
  return tx(async (trx) => {
    for (const { delivery, facts } of inOrder) await failOverIfRateLimited(trx, delivery, facts);
  });
}
