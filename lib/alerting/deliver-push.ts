import { LEASE_MS, nextAttemptAt } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { belongsInDigest, type Suppression, suppress, WINDOW_MS } from "@/lib/domain/alerting/policy";
import { composeMessage, finished } from "@/lib/notify/message/compose";
import { type Notification, notificationOf } from "@/lib/notify/push/notification";
import { type PushResult, sendPush } from "@/lib/notify/push/send-push";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import {
  addPushJob,
  claimPush,
  type DuePush,
  endPush,
  gatherPush,
  leadGathered,
  postponePush,
  recentPushes,
  selectDuePush,
} from "@/lib/store/alerting/push-deliveries";
import { deleteGoneSubscription, noteOutcome } from "@/lib/store/alerting/push-subscriptions";
import { type Tx, tx } from "@/lib/store/core/tx";
import { stillKept } from "./deliveries/due";
import { openAddress, pushContact, pushKey } from "./push-secrets";
import { after, untilRecorded } from "./recording";

const RETRY_MS = 300;

/**
 * Processes one browser notification: suppresses it, adds it to a storm summary, or claims, sends, and records it, with the
 * same policy as integration deliveries. A notification replaces the incident's previous one, so none waits for another;
 * anything older than the last one shown is skipped. Safe to repeat.
 */
export async function deliverPush(deliveryId: number, projectId: number, at = now()): Promise<void> {
  const delivery = await selectDuePush({ id: deliveryId, project_id: projectId });
  if (delivery?.status !== "pending" || delivery.is_leased || !delivery.next_attempt_at) return;
  // Another server's clock, by which it was added, may be slightly ahead.
  if (delivery.is_blocked || delivery.next_attempt_at > at) return retryLater(delivery, at);
  const facts = await selectEventFacts(delivery.project_id, delivery.event_id);
  const kept = reasonToKeep(delivery, facts);
  if (kept) return keep(delivery, facts, kept);
  if (await isStorm(delivery)) return gather(delivery);
  await attempt(delivery, facts, at);
}

function retryLater(delivery: DuePush, at: Date): Promise<void> {
  const soonMs = at.getTime() + RETRY_MS;
  const dueMs = delivery.next_attempt_at?.getTime() ?? 0;
  return tx((trx) => addPushJob(trx, delivery, new Date(Math.max(soonMs, dueMs))));
}

function keep(delivery: DuePush, facts: EventFacts | null, kept: Kept): Promise<void> {
  return tx(async (trx) => {
    const still = await stillKept(trx, [delivery.project_id], [{ facts, reason: kept.reason }]);
    if (still.length > 0) await endPush(trx, delivery, kept, now());
    else await addPushJob(trx, delivery);
  });
}

type Kept = { status: "muted" | "superseded"; reason: string };

function reasonToKeep(delivery: DuePush, facts: EventFacts | null): Kept | null {
  if (!delivery.is_member)
    return { status: "superseded", reason: "This person is no longer a member of the project." };
  // It summarizes other notifications, so the state of this one doesn't matter.
  if (delivery.event_count > 1) return null;
  const kept = suppress({
    isTest: false,
    isResend: false,
    integrationPaused: false,
    facts,
    rateLimitMinutes: 0,
    sentWithinLimit: false,
    originalDelivered: false,
    startIsMuted: delivery.start_is_muted,
    startIsSent: delivery.start_is_sent,
    recoveryIsCovered: delivery.recovery_is_covered && facts?.incident?.status === "recovered",
    digestCoversRecovery: false,
    wantsEveryEvent: false,
  });
  if (kept) return withoutRate(kept);
  if (!delivery.later_is_sent) return null;
  return { status: "superseded", reason: "A later notification about this incident was sent first." };
}

/** Browser notifications have no alert rules, so no rate limit applies. */
function withoutRate({ status, reason }: Suppression): Kept {
  return { status: status === "muted" ? "muted" : "superseded", reason };
}

async function isStorm(delivery: DuePush): Promise<boolean> {
  if (delivery.gathered || delivery.attempts > 0) return false;
  const since = new Date(now().getTime() - WINDOW_MS);
  return belongsInDigest(await recentPushes(delivery, since));
}

function gather(delivery: DuePush): Promise<void> {
  return tx((trx) => gatherPush(trx, delivery, new Date(now().getTime() + WINDOW_MS)));
}

async function attempt(delivery: DuePush, facts: EventFacts | null, at: Date): Promise<void> {
  const claimed = await tx((trx) => claim(trx, delivery, at));
  if (!claimed) return;
  const result = await buildAndSend(delivery, facts, claimed.eventCount);
  const again = nextAttemptAt(claimed.number, now(), { retryAfterMs: result.retryAfterMs ?? null });
  const write = () => tx((trx) => record(trx, delivery, result, claimed.number, again));
  await untilRecorded(write, after(LEASE_MS));
}

async function claim(
  trx: Tx,
  delivery: DuePush,
  at: Date,
): Promise<{ number: number; eventCount: number } | null> {
  const gathers = delivery.gathered && delivery.attempts === 0;
  const eventCount = gathers ? await leadGathered(trx, delivery, at) : delivery.event_count;
  if (eventCount === 0) return null;
  const number = await claimPush(trx, delivery, at, LEASE_MS);
  return number === null ? null : { number, eventCount };
}

/** A defect costs this notification its attempts without affecting others. */
async function buildAndSend(
  delivery: DuePush,
  facts: EventFacts | null,
  eventCount: number,
): Promise<PushResult> {
  try {
    const notification = eventCount > 1 ? stormNotification(eventCount) : facts && ownNotification(facts);
    if (!notification) return { outcome: "rejected", error: "There is nothing left to send." };
    return await sendPush(notification, openAddress(delivery), {
      key: await pushKey(),
      contact: pushContact(),
      privateTargets: privateTargets(),
    });
  } catch (error) {
    log.error("a notification could not be built or sent", { delivery: delivery.id, error });
    return { outcome: "retry", error: "The notification couldn't be built. The server log has the reason." };
  }
}

function ownNotification(facts: EventFacts): Notification | null {
  const message = composeMessage(facts);
  if (!message) return null;
  const about = facts.isTestIncident ? `test-incident-${facts.project.id}` : `incident-${facts.incident?.id}`;
  return notificationOf(message, {
    tag: about,
    projectId: facts.project.id,
    at: facts.event.occurredAt,
  });
}

function stormNotification(eventCount: number): Notification {
  const message = finished({
    level: "down",
    title: `${eventCount} more incident events`,
    lines: ["There were too many to notify you about each one. The incident list shows all of them."],
    facts: [],
    link: { label: "View incidents", url: "/incidents" },
  });
  return notificationOf(message, { tag: "storm", projectId: null, at: now() });
}

async function record(
  trx: Tx,
  delivery: DuePush,
  result: PushResult,
  number: number,
  again: Date | null,
): Promise<void> {
  // If the browser is gone, its deliveries are deleted with it.
  await recordPush(trx, delivery.subscription_id, result);
  if (result.outcome === "delivered")
    return endPush(trx, delivery, { status: "delivered", reason: null }, now());
  if (result.outcome === "retry" && again) return postponePush(trx, delivery, again, result.error);
  const gaveUp = result.outcome === "retry" ? `gave up after ${number} attempts: ` : "";
  return endPush(trx, delivery, { status: "failed", reason: `${gaveUp}${result.error}` }, now());
}

/** Records the push service's response for the browser's owner. Deletes the subscription if the browser is gone. */
export async function recordPush(trx: Tx, subscriptionId: number, result: PushResult): Promise<void> {
  if (result.outcome === "gone") {
    await deleteGoneSubscription(trx, subscriptionId);
    log.info("removed an expired browser subscription", {
      subscription: subscriptionId,
      reason: result.error,
    });
    return;
  }
  const failure = result.outcome === "delivered" ? null : (result.error ?? "unknown reason");
  await noteOutcome(trx, subscriptionId, now(), failure);
}
