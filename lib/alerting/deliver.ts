import type { AppId } from "@/lib/contract/apps/registry";
import { nextAttemptAt } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import {
  belongsInDigest,
  type KeptBack,
  keepBack,
  type Situation,
  WINDOW_MS,
} from "@/lib/domain/alerting/policy";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { type Sent, send } from "@/lib/notify/send";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import {
  blockerOf,
  type DueDelivery,
  recoveryIsTold,
  selectDueDelivery,
  toldWithin,
} from "@/lib/store/alerting/delivery-reads";
import {
  addDeliverJob,
  claimDelivery,
  endDelivery,
  markStepDone,
} from "@/lib/store/alerting/delivery-writes";
import { digestToldRecovery, joinDigest, recentMessages } from "@/lib/store/alerting/digests";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { goesBehind, nextAfterHold } from "@/lib/store/alerting/rate-limits";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { noticeOf } from "./delivery-notice";
import { recordAttempt } from "./delivery-record";
import { failOverIfRateLimited } from "./failover";
import { openSecrets } from "./integration-secrets";

/** Longer than the longest attempt. A process that dies delays a delivery by at most this long. */
const LEASE_MS = 90_000;
const LOOK_AGAIN_MS = 300;

/**
 * Processes one delivery: suppresses it (muted, rate limit, already sent), or claims, builds, sends, and records it. Every
 * run uses the current state. Safe to repeat: only one worker claims it, and deliveries that aren't due are ignored.
 */
export async function deliver(deliveryId: number): Promise<void> {
  const delivery = await selectDueDelivery(deliveryId);
  if (!delivery || !isDue(delivery)) return;
  const blocker = await blockerOf(delivery);
  if (blocker === "delivery") return waitBehind(delivery);
  if (blocker === "event") return lookAgain(deliveryId);
  await takeTurn(delivery);
  if (delivery.is_draining) await startNextAfterHold(delivery.integration_id);
  hint("live", { project_id: delivery.project_id, topic: "deliveries", id: deliveryId });
}

async function takeTurn(delivery: DueDelivery): Promise<void> {
  const { facts, kept } = await lookAt(delivery);
  if (kept) await tx((trx) => endDelivery(trx, delivery, { ...kept, now: now() }));
  else if (await waitsForRateLimit(delivery, facts)) return;
  else if (await isStorm(delivery)) await gather(delivery);
  else await attempt(delivery, facts);
}

async function lookAt(delivery: DueDelivery): Promise<{ facts: EventFacts | null; kept: KeptBack | null }> {
  if (delivery.is_digest) return { facts: null, kept: keepDigestBack(delivery) };
  const facts = delivery.event_id === null ? null : await selectEventFacts(delivery.event_id);
  return { facts, kept: keepBack(await situationOf(delivery, facts)) };
}

/**
 * Waits for an earlier event of the incident, whose end triggers this one. If the integration is rate-limited for long,
 * both fail over.
 */
async function waitBehind(delivery: DueDelivery): Promise<void> {
  if (!delivery.held_until) return;
  const { facts, kept } = await lookAt(delivery);
  if (!kept) await tx((trx) => failOverIfRateLimited(trx, delivery, facts));
}

/**
 * Returns whether the delivery waits for a rate-limited integration. Nothing is sent, failed, or counted meanwhile, and the
 * delivery runs again when the limit ends; an alert that would wait long fails over. Afterwards, waiting deliveries go out
 * in order, each triggering the next. Test notifications don't wait, because a person sent them.
 */
async function waitsForRateLimit(delivery: DueDelivery, facts: EventFacts | null): Promise<boolean> {
  if (delivery.is_test) return false;
  const { held_until: heldUntil } = delivery;
  if (!heldUntil) return delivery.is_draining && goesBehind(delivery);
  await tx(async (trx) => {
    await addDeliverJob(trx, delivery.id, heldUntil);
    await failOverIfRateLimited(trx, delivery, facts);
  });
  return true;
}

function keepDigestBack(delivery: DueDelivery): KeptBack | null {
  return delivery.integration_paused ? { status: "muted", reason: "The integration is paused." } : null;
}

/** If the process dies first, the sweep finds the overdue delivery. */
async function startNextAfterHold(integrationId: number): Promise<void> {
  const next = await nextAfterHold(integrationId);
  if (next !== null) await tx((trx) => addDeliverJob(trx, next));
}

/**
 * Returns whether to send a digest. People get one instead of the eleventh notification in a minute; webhooks, tests, and
 * resends are sent individually.
 */
async function isStorm(delivery: DueDelivery): Promise<boolean> {
  const { wantsEveryEvent } = ADAPTERS[delivery.app as AppId];
  const goesAlone = wantsEveryEvent || delivery.is_digest || delivery.is_test || delivery.is_resend;
  if (goesAlone || delivery.attempts > 0) return false;
  const since = new Date(now().getTime() - WINDOW_MS);
  return belongsInDigest(await recentMessages(delivery.integration_id, since));
}

function gather(delivery: DueDelivery): Promise<void> {
  const tellAt = new Date(now().getTime() + WINDOW_MS);
  return tx(async (trx) => {
    if ((await joinDigest(trx, delivery, tellAt)) === "leads") await addDeliverJob(trx, delivery.id, tellAt);
  });
}

function isDue(delivery: DueDelivery): boolean {
  if (delivery.digest_id !== null || delivery.is_leased) return false;
  return (
    delivery.status === "pending" && (delivery.next_attempt_at === null || delivery.next_attempt_at <= now())
  );
}

function lookAgain(deliveryId: number): Promise<void> {
  return tx((trx) => addDeliverJob(trx, deliveryId, new Date(now().getTime() + LOOK_AGAIN_MS)));
}

async function situationOf(delivery: DueDelivery, facts: EventFacts | null): Promise<Situation> {
  const { wantsEveryEvent } = ADAPTERS[delivery.app as AppId];
  const isOver = !wantsEveryEvent && facts?.incident?.status === "recovered";
  return {
    isTest: delivery.is_test,
    isResend: delivery.is_resend,
    integrationPaused: delivery.integration_paused,
    facts,
    rateLimitMinutes: delivery.rate_limit_minutes,
    // A delivery that was attempted before keeps its place.
    toldWithinLimit: delivery.attempts === 0 && (await toldWithin(delivery, delivery.rate_limit_minutes)),
    // Queried only if it matters.
    recoveryIsTold: isOver && (await recoveryIsTold(delivery)),
    digestToldRecovery: isOver && (await digestToldRecovery(delivery.integration_id, delivery.incident_id)),
    wantsEveryEvent,
    toldWhereMeant: delivery.handed_from_status === "delivered",
  };
}

async function attempt(delivery: DueDelivery, facts: EventFacts | null): Promise<void> {
  const claimedAt = now();
  const number = await tx((trx) => claim(trx, delivery, claimedAt));
  if (number === null) return;
  const sent = await buildAndSend(delivery, facts);
  const again = delivery.is_test ? null : nextAttemptAt(number, now(), sent.verdict.retryAfterMs ?? null);
  await recordAttempt(delivery, { number, claimedAt, sent, facts, again });
}

/**
 * Claims the delivery. For alert rules with a rate limit, the last check and the claim are one step, so that only one of
 * two simultaneous events is sent.
 */
async function claim(trx: Tx, delivery: DueDelivery, now: Date): Promise<number | null> {
  const isLimited =
    !delivery.is_test && !delivery.is_resend && !delivery.is_digest && delivery.attempts === 0;
  if (isLimited && (await toldWithin(delivery, delivery.rate_limit_minutes, trx))) {
    await addDeliverJob(trx, delivery.id);
    return null;
  }
  return claimDelivery(trx, delivery.id, now, LEASE_MS);
}

/** A defect (an unreadable row, a secret that can't be decrypted) costs this delivery its attempts without affecting others. */
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
