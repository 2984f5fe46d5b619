import { belongsInDigest, WINDOW_MS } from "@/lib/domain/alerting/policy";
import { now } from "@/lib/shared/clock";
import type { DueDelivery } from "@/lib/store/alerting/delivery-reads";
import { joinDigest, recentMessages } from "@/lib/store/alerting/digests";
import type { Shard } from "@/lib/store/core/shard";
import { tx } from "@/lib/store/core/tx";
import { type Known, wantsEveryEvent } from "./due";

/**
 * Joins what is ready to digests, so that people get one digest instead of the eleventh notification in a minute. Webhooks,
 * tests and resends are sent individually.
 */
export async function gather(
  shard: Shard,
  ready: readonly Known[],
): Promise<{ alone: Known[]; gathered: Known[] }> {
  const mayJoin = ready.filter(({ delivery }) => joinsDigests(delivery));
  if (mayJoin.length === 0) return { alone: [...ready], gathered: [] };
  const since = new Date(now().getTime() - WINDOW_MS);
  const ids = new Set(mayJoin.map(({ delivery }) => delivery.integration_id));
  const recent = await recentMessages(shard, [...ids], since);
  const gathered = mayJoin.filter(({ delivery }) => {
    const sent = recent.get(delivery.integration_id);
    if (!sent || belongsInDigest(sent)) return true;
    sent.sent += 1;
    return false;
  });
  const sendAt = new Date(now().getTime() + WINDOW_MS);
  for (const id of ids) {
    const members = gathered.filter(({ delivery }) => delivery.integration_id === id);
    const memberIds = members.map(({ delivery }) => delivery.id);
    if (memberIds.length > 0) await tx((trx) => joinDigest(trx, shard, id, memberIds, sendAt));
  }
  return { alone: ready.filter((known) => !gathered.includes(known)), gathered };
}

function joinsDigests(delivery: DueDelivery): boolean {
  const goesAlone = wantsEveryEvent(delivery) || delivery.is_digest || delivery.is_test || delivery.is_resend;
  return !goesAlone && delivery.attempts === 0;
}
