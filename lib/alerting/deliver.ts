import type { AppId } from "@/lib/contract/apps/registry";
import { nextAttemptAt } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { belongsInDigest, WINDOW_MS } from "@/lib/domain/alerting/message-budget";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { type KeptBack, keepBack, type Situation } from "@/lib/notify/pipeline";
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
import { handOnIfHeld } from "./failover";
import { openSecrets } from "./integration-secrets";

/** Longer than the longest attempt: a process that died holds a delivery up no longer than this. */
const LEASE_MS = 90_000;
const LOOK_AGAIN_MS = 300;

/**
 * One turn of a delivery: kept back (muted, rate limited, told already), or claimed, built, sent and recorded. Every turn looks at
 * the world as it is now. Repeats are harmless: one worker claims, and what is not due is left alone.
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
  else if (await waitsForChannel(delivery, facts)) return;
  else if (await isStorm(delivery)) await gather(delivery);
  else await attempt(delivery, facts);
}

async function lookAt(delivery: DueDelivery): Promise<{ facts: EventFacts | null; kept: KeptBack | null }> {
  if (delivery.is_digest) return { facts: null, kept: keepDigestBack(delivery) };
  const facts = delivery.event_id === null ? null : await selectEventFacts(delivery.event_id);
  return { facts, kept: keepBack(await situationOf(delivery, facts)) };
}

/** The end of an earlier event of the incident starts it. On a channel that is held for long both wait, and both are told elsewhere. */
async function waitBehind(delivery: DueDelivery): Promise<void> {
  if (!delivery.held_until) return;
  const { facts, kept } = await lookAt(delivery);
  if (!kept) await tx((trx) => handOnIfHeld(trx, delivery, facts));
}

/**
 * A provider that asked to wait is left alone: nothing is sent, failed or counted, and the turn comes again when the hold ends; an
 * alert that would wait long is told another way meanwhile. After the hold what waited goes out in order, one by one: the end of
 * each starts the next. A test is a person's own try.
 */
async function waitsForChannel(delivery: DueDelivery, facts: EventFacts | null): Promise<boolean> {
  if (delivery.is_test) return false;
  const { held_until: heldUntil } = delivery;
  if (!heldUntil) return delivery.is_draining && goesBehind(delivery);
  await tx(async (trx) => {
    await addDeliverJob(trx, delivery.id, heldUntil);
    await handOnIfHeld(trx, delivery, facts);
  });
  return true;
}

function keepDigestBack(delivery: DueDelivery): KeptBack | null {
  return delivery.integration_paused ? { status: "muted", reason: "The integration is paused." } : null;
}

/** Killed before it: the sweep finds what is overdue. */
async function startNextAfterHold(integrationId: number): Promise<void> {
  const next = await nextAfterHold(integrationId);
  if (next !== null) await tx((trx) => addDeliverJob(trx, next));
}

/** People get a digest instead of the eleventh message in a minute; machines, tests and repeats go as they are. */
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
    // A delivery that was tried before holds its place.
    toldWithinLimit: delivery.attempts === 0 && (await toldWithin(delivery, delivery.rate_limit_minutes)),
    // Asked only where the answer counts.
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

/** Where a rule tells once in some minutes, the last look and the claim are one step: of two events at once one is told. */
async function claim(trx: Tx, delivery: DueDelivery, now: Date): Promise<number | null> {
  const isLimited =
    !delivery.is_test && !delivery.is_resend && !delivery.is_digest && delivery.attempts === 0;
  if (isLimited && (await toldWithin(delivery, delivery.rate_limit_minutes, trx))) {
    await addDeliverJob(trx, delivery.id);
    return null;
  }
  return claimDelivery(trx, delivery.id, now, LEASE_MS);
}

/** A defect (a row that can't be read, a secret that can't be opened) costs this delivery its attempts, and nobody else (F21). */
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
