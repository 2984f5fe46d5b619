import type { AppId } from "@/lib/contract/apps/registry";
import { nextAttemptAt } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { belongsInDigest, type KeptBack, keepBack, WINDOW_MS } from "@/lib/domain/alerting/policy";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { type Sent, send } from "@/lib/notify/send";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import {
  blockerOf,
  type DueDelivery,
  recoveryIsCovered,
  selectDueDelivery,
  sentWithin,
} from "@/lib/store/alerting/delivery-reads";
import {
  addDeliverJob,
  claimDelivery,
  endDelivery,
  markStepDone,
} from "@/lib/store/alerting/delivery-writes";
import { digestCoversRecovery, joinDigest, recentMessages } from "@/lib/store/alerting/digests";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { goesBehind, nextAfterRateLimit } from "@/lib/store/alerting/rate-limits";
import { hint } from "@/lib/store/core/hints";
import { tx } from "@/lib/store/core/tx";
import { noticeOf } from "./delivery-notice";
import { recordAttempt } from "./delivery-record";
import { failOverIfRateLimited } from "./failover";
import { openSecrets } from "./integration-secrets";

// One delivery, from its job to its recorded attempt. Each step returns a value, on which the next one depends:
//
//  1. Load the delivery, if it is due and no other worker has it.
//  2. Find its turn: notifications of an incident keep their order.
//  3. Load what happened, as it is known now.
//  4. Ask the policy whether it is sent at all.
//  5. Wait while the integration is rate-limited.
//  6. Join a digest when too many were sent within a minute.
//  7. Claim it, so that no other worker sends it too.
//  8. Build the notice: message, settings, recipients.
//  9. Send it through the app's adapter.
// 10. Record the attempt: delivered, again later, or failed.
// 11. Start the next delivery that waited for the rate limit to end.
//
// Every run starts at step 1 with the current state, so it may be repeated. After a crash, the sweep finds the delivery.

/** Longer than the longest attempt. A process that dies delays a delivery by at most this long. */
const LEASE_MS = 90_000;
const RETRY_MS = 300;

/** Delivers one notification, or decides why and until when not. Safe to repeat. */
export async function deliver(deliveryId: number): Promise<void> {
  const delivery = await loadDue(deliveryId); // 1
  if (!delivery) return;
  const blocker = await blockerOf(delivery); // 2
  if (blocker === "event") return runAgain(deliveryId, RETRY_MS);
  if (blocker === "delivery" && !delivery.held_until) return; // The earlier delivery starts this one when it ends.
  const facts = await factsOf(delivery); // 3
  const kept = await keptBack(delivery, facts); // 4
  if (blocker === "delivery")
    return kept ? undefined : tx((trx) => failOverIfRateLimited(trx, delivery, facts));
  const limit = kept ? null : await rateLimitOf(delivery); // 5
  if (kept) await tx((trx) => endDelivery(trx, delivery, { ...kept, now: now() }));
  else if (limit) await waitForRateLimit(delivery, facts, limit.until);
  else if (await isStorm(delivery))
    await gather(delivery); // 6
  else await attempt(delivery, facts); // 7 to 10
  if (delivery.is_draining) await startNextAfterRateLimit(delivery.integration_id); // 11
  hint("live", { project_id: delivery.project_id, topic: "deliveries", id: deliveryId });
}

/** Attempts a delivery once: steps 7 to 10. */
async function attempt(delivery: DueDelivery, facts: EventFacts | null): Promise<void> {
  const claimed = await claim(delivery); // 7
  if (claimed === null) return;
  const sent = await buildAndSend(delivery, facts); // 8 and 9
  const again = delivery.is_test
    ? null
    : nextAttemptAt(claimed.number, now(), sent.verdict.retryAfterMs ?? null);
  await recordAttempt(delivery, { ...claimed, sent, facts, again }); // 10
}

/** 1. Returns the delivery if it is due; null while another worker sends it, or when a digest includes it. */
async function loadDue(deliveryId: number): Promise<DueDelivery | null> {
  const delivery = await selectDueDelivery(deliveryId);
  if (delivery?.status !== "pending" || delivery.digest_id !== null || delivery.is_leased) return null;
  const { next_attempt_at: dueAt } = delivery;
  return dueAt === null || dueAt <= now() ? delivery : null;
}

/** 2. Looks again soon, for an earlier event whose deliveries don't exist yet. */
function runAgain(deliveryId: number, inMs: number): Promise<void> {
  return tx((trx) => addDeliverJob(trx, deliveryId, new Date(now().getTime() + inMs)));
}

/** 3. Returns what is known about the event; null for a test, a digest, and an event that is gone. */
async function factsOf({ is_digest: isDigest, event_id: eventId }: DueDelivery): Promise<EventFacts | null> {
  return isDigest || eventId === null ? null : selectEventFacts(eventId);
}

/** 4. Returns why the delivery isn't sent; null if it is. */
async function keptBack(delivery: DueDelivery, facts: EventFacts | null): Promise<KeptBack | null> {
  if (delivery.is_digest) {
    return delivery.integration_paused ? { status: "muted", reason: "The integration is paused." } : null;
  }
  const { wantsEveryEvent } = ADAPTERS[delivery.app as AppId];
  const isOver = !wantsEveryEvent && facts?.incident?.status === "recovered";
  return keepBack({
    isTest: delivery.is_test,
    isResend: delivery.is_resend,
    integrationPaused: delivery.integration_paused,
    facts,
    rateLimitMinutes: delivery.rate_limit_minutes,
    // A delivery that was attempted before keeps its place.
    sentWithinLimit: delivery.attempts === 0 && (await sentWithin(delivery, delivery.rate_limit_minutes)),
    // Queried only if it matters.
    recoveryIsCovered: isOver && (await recoveryIsCovered(delivery)),
    digestCoversRecovery:
      isOver && (await digestCoversRecovery(delivery.integration_id, delivery.incident_id)),
    wantsEveryEvent,
    originalDelivered: delivery.handed_from_status === "delivered",
  });
}

/**
 * 5. Returns until when the integration's rate limit makes the delivery wait; null if it doesn't. Without a time, the limit has just
 * ended and others go first, each starting the next. Tests don't wait, because a person sent them.
 */
async function rateLimitOf(delivery: DueDelivery): Promise<{ until: Date | null } | null> {
  if (delivery.is_test) return null;
  if (delivery.held_until) return { until: delivery.held_until };
  return delivery.is_draining && (await goesBehind(delivery)) ? { until: null } : null;
}

/** 5. Nothing is sent, failed or counted meanwhile. An alert that would wait for long fails over. */
async function waitForRateLimit(
  delivery: DueDelivery,
  facts: EventFacts | null,
  until: Date | null,
): Promise<void> {
  if (until === null) return;
  await tx(async (trx) => {
    await addDeliverJob(trx, delivery.id, until);
    await failOverIfRateLimited(trx, delivery, facts);
  });
}

/**
 * 6. Returns whether a digest replaces it. People get one instead of the eleventh notification in a minute; webhooks, tests and
 * resends are sent individually.
 */
async function isStorm(delivery: DueDelivery): Promise<boolean> {
  const { wantsEveryEvent } = ADAPTERS[delivery.app as AppId];
  const goesAlone = wantsEveryEvent || delivery.is_digest || delivery.is_test || delivery.is_resend;
  if (goesAlone || delivery.attempts > 0) return false;
  const since = new Date(now().getTime() - WINDOW_MS);
  return belongsInDigest(await recentMessages(delivery.integration_id, since));
}

/** 6. Adds the delivery to the open digest, or starts one. */
function gather(delivery: DueDelivery): Promise<void> {
  const sendAt = new Date(now().getTime() + WINDOW_MS);
  return tx(async (trx) => {
    if ((await joinDigest(trx, delivery, sendAt)) === "leads") await addDeliverJob(trx, delivery.id, sendAt);
  });
}

/**
 * 7. Returns the number of the attempt; null if another worker has the delivery. For alert rules with a rate limit, the last check
 * and the claim are one step, so that only one of two simultaneous events is sent.
 */
function claim(delivery: DueDelivery): Promise<{ number: number; claimedAt: Date } | null> {
  const claimedAt = now();
  const isLimited =
    !delivery.is_test && !delivery.is_resend && !delivery.is_digest && delivery.attempts === 0;
  return tx(async (trx) => {
    if (isLimited && (await sentWithin(delivery, delivery.rate_limit_minutes, trx))) {
      await addDeliverJob(trx, delivery.id);
      return null;
    }
    const number = await claimDelivery(trx, delivery.id, claimedAt, LEASE_MS);
    return number === null ? null : { number, claimedAt };
  });
}

/**
 * 8 and 9. Returns what came of it. A defect (an unreadable row, a secret that can't be decrypted) costs this delivery its attempts
 * without affecting others.
 */
async function buildAndSend(delivery: DueDelivery, facts: EventFacts | null): Promise<Sent> {
  try {
    const notice = await noticeOf(delivery, facts);
    if (!notice) return unsent("rejected", "There is nothing left to send.");
    return await send(notice, {
      secrets: Object.values(openSecrets({ id: delivery.integration_id, secrets: delivery.secrets })),
      privateTargets: privateTargets(),
      doneSteps: delivery.done_steps,
      onDone: (step) => markStepDone(delivery.id, step.id),
    });
  } catch (error) {
    log.error("a delivery could not be built or sent", { delivery: delivery.id, error });
    return unsent("retry", "The notification couldn't be built. The server log has the reason.");
  }
}

function unsent(outcome: "retry" | "rejected", error: string): Sent {
  return { verdict: { outcome, error }, reports: [] };
}

/** 11. If the process dies first, the sweep finds the overdue delivery. */
async function startNextAfterRateLimit(integrationId: number): Promise<void> {
  const next = await nextAfterRateLimit(integrationId);
  if (next !== null) await tx((trx) => addDeliverJob(trx, next));
}
