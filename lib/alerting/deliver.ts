import type { AppId } from "@/lib/contract/apps/registry";
import { nextAttemptAt } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { belongsInDigest, type KeptBack, keepBack, WINDOW_MS } from "@/lib/domain/alerting/policy";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { type Sent, send } from "@/lib/notify/send";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { Batcher } from "@/lib/shared/batcher";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { type DueDelivery, selectDeliveries, sentWithinLimit } from "@/lib/store/alerting/delivery-reads";
import {
  claimDeliveries,
  type EndingDelivery,
  endDeliveries,
  postponeDelivery,
} from "@/lib/store/alerting/delivery-writes";
import { joinDigest, recentMessages } from "@/lib/store/alerting/digests";
import { selectFacts } from "@/lib/store/alerting/event-facts";
import { goesBehind, liftRateLimits } from "@/lib/store/alerting/rate-limits";
import { hint } from "@/lib/store/core/hints";
import { db } from "@/lib/store/core/pool";
import { type Shard, shardOf } from "@/lib/store/core/shard";
import { tx } from "@/lib/store/core/tx";
import { noticeOf } from "./delivery-notice";
import { markStepDone, recordAttempt } from "./delivery-record";
import { failOverIfRateLimited } from "./failover";
import { openSecrets } from "./integration-secrets";
import { stillKept } from "./mute";

// Deliveries, from their rows to their recorded attempts. `prepare` takes many at once, `sendClaimed` and `record` one:
//
//  1. Load the deliveries that are due and that no other worker has, with what happened, as it is known now.
//  2. Find their turn: notifications of an incident keep their order.
//  3. Ask the policy whether they are sent at all.
//  4. Let them wait while their integration is rate-limited. Alerts that would wait for long fail over.
//  5. Join a digest when too many were sent within a minute.
//  6. Claim them, so that no other worker sends them too.
//  7. Build the notice: message, settings, recipients.
//  8. Send it through the app's adapter.
//  9. Record the attempt: delivered, again later, or failed.
//
// Every run starts at step 1 with the current state, so it may be repeated. After a crash, the rows are due again.

/** Longer than the longest attempt. A process that dies delays a delivery by at most this long. */
const LEASE_MS = 90_000;
const LIMITED_AT_ONCE = 50;
/** After an error of our own. */
const SET_ASIDE_MS = 10_000;

/** A delivery with what is known about its event; null for a test, a digest, and an event that is gone. */
interface Known {
  readonly delivery: DueDelivery;
  readonly facts: EventFacts | null;
}

/** A delivery that this worker alone sends. */
export interface ClaimedDelivery extends Known {
  readonly number: number;
  readonly claimedAt: Date;
}

/** Delivers notifications, or decides why and until when not. Safe to repeat. */
export async function deliver(...deliveryIds: number[]): Promise<void> {
  const { claimed } = await prepare(null, deliveryIds);
  await Promise.all(claimed.map(async (one) => record(one, await sendClaimed(one))));
}

/** Decides about a shard's deliveries and claims those to send now: steps 1 to 6. `changed` counts those that left their state. */
export async function prepare(
  shard: Shard,
  deliveryIds: readonly number[],
): Promise<{ claimed: ClaimedDelivery[]; changed: number }> {
  const due = await loadDue(shard, deliveryIds); // 1
  const { kept, limited, ready } = await sorted(due);
  await endKept(shard, kept); // 3
  await Promise.all(limited.map(waitForRateLimit)); // 4
  const { alone, gathered } = await gather(shard, ready); // 5
  const claimed = await claim(shard, alone); // 6
  const settled = [...kept.map(({ known }) => known), ...limited, ...gathered];
  await afterwards(shard, settled);
  return { claimed, changed: settled.length + alone.length };
}

/** Records what came of a claimed delivery: step 9. */
export async function record(claimed: ClaimedDelivery, sent: Sent): Promise<void> {
  const { delivery, number } = claimed;
  const again = delivery.is_test ? null : nextAttemptAt(number, now(), sent.verdict.retryAfterMs ?? null);
  await recordAttempt({ ...claimed, sent, again });
  await afterwards(shardOf(delivery.project_id), [claimed]);
}

/** 1. Leaves out what another worker is sending, and what a digest includes. */
async function loadDue(shard: Shard, deliveryIds: readonly number[]): Promise<Known[]> {
  const due = (await selectDeliveries(shard, deliveryIds)).filter(isDue);
  const eventIds = due.flatMap((one) => (one.is_digest ? [] : (one.event_id ?? [])));
  const facts = await selectFacts(shard, eventIds);
  return due.map((delivery) => ({
    delivery,
    facts: delivery.is_digest ? null : (facts.get(delivery.event_id ?? 0) ?? null),
  }));
}

function isDue({ status, digest_id, is_leased, next_attempt_at: dueAt }: DueDelivery): boolean {
  return status === "pending" && digest_id === null && !is_leased && (dueAt === null || dueAt <= now());
}

interface Sorted {
  readonly kept: { readonly known: Known; readonly why: KeptBack }[];
  readonly limited: Known[];
  readonly ready: Known[];
}

/** 2 to 4. Leaves out those whose turn hasn't come. */
async function sorted(due: readonly Known[]): Promise<Sorted> {
  const found: Sorted = { kept: [], limited: [], ready: [] };
  for (const known of due) {
    const { delivery } = known;
    // Tests don't wait for a rate limit, because a person sent them.
    const isLimited = !delivery.is_test && delivery.held_until !== null;
    if (delivery.awaits_event || (delivery.is_blocked && !isLimited)) continue;
    const why = keptBack(known);
    if (why) found.kept.push({ known, why });
    else if (isLimited) found.limited.push(known);
    else if (delivery.is_test || !delivery.is_draining || !(await goesBehind(delivery)))
      found.ready.push(known);
  }
  return found;
}

/** 3. Returns why the delivery isn't sent; null if it is. */
function keptBack({ delivery, facts }: Known): KeptBack | null {
  if (delivery.is_digest) {
    return delivery.integration_paused ? { status: "muted", reason: "The integration is paused." } : null;
  }
  return keepBack({
    isTest: delivery.is_test,
    isResend: delivery.is_resend,
    integrationPaused: delivery.integration_paused,
    facts,
    rateLimitMinutes: delivery.rate_limit_minutes,
    sentWithinLimit: delivery.sent_within_limit,
    startIsMuted: delivery.start_is_muted,
    recoveryIsCovered: delivery.recovery_is_covered,
    digestCoversRecovery: !wantsEveryEvent(delivery) && delivery.digest_covers_recovery,
    wantsEveryEvent: wantsEveryEvent(delivery),
    originalDelivered: delivery.handed_from_status === "delivered",
  });
}

function wantsEveryEvent({ app }: DueDelivery): boolean {
  return ADAPTERS[app as AppId].wantsEveryEvent;
}

async function endKept(shard: Shard, kept: Sorted["kept"]): Promise<void> {
  if (kept.length === 0) return;
  await tx(async (trx) => {
    const decided = kept.map(({ known, why }) => ({ ...known, why, reason: why.reason }));
    const ends = await stillKept(trx, shard, decided);
    await endDeliveries(trx, shard, ends.map(ending));
  });
}

function ending({ delivery, why }: { delivery: DueDelivery; why: KeptBack }): EndingDelivery {
  return { id: delivery.id, is_digest: delivery.is_digest, end: { ...why, now: now() } };
}

/** 4. Nothing is sent, failed or counted meanwhile. A defect delays this delivery without affecting others. */
async function waitForRateLimit(limited: Known): Promise<void> {
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
      new Batcher(failOverTogether, LIMITED_AT_ONCE, ({ delivery }: Known) => shardOf(delivery.project_id)),
  );

/** Locks integrations in the same order on every server. */
function failOverTogether(limited: readonly Known[]): Promise<void> {
  const inOrder = limited.toSorted((a, b) => a.delivery.integration_id - b.delivery.integration_id);
  return tx(async (trx) => {
    for (const { delivery, facts } of inOrder) await failOverIfRateLimited(trx, delivery, facts);
  });
}

/**
 * 5. People get one digest instead of the eleventh notification in a minute; webhooks, tests and resends are sent
 * individually.
 */
async function gather(shard: Shard, ready: readonly Known[]): Promise<{ alone: Known[]; gathered: Known[] }> {
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

/**
 * 6. Leaves out what another worker has. For alert rules with a rate limit, the last check and the claim are one step, so that
 * only one of two simultaneous events is sent.
 */
async function claim(shard: Shard, ready: readonly Known[]): Promise<ClaimedDelivery[]> {
  if (ready.length === 0) return [];
  const claimedAt = now();
  const numbers = new Map<number, number>();
  const take = async (executor: Parameters<typeof claimDeliveries>[0], some: readonly Known[]) => {
    const ids = some.map(({ delivery }) => delivery.id);
    for (const [id, number] of await claimDeliveries(executor, shard, ids, claimedAt, LEASE_MS))
      numbers.set(id, number);
  };
  const limited = ready.filter(({ delivery }) => isRuleLimited(delivery));
  const others = ready.filter((known) => !limited.includes(known));
  if (others.length > 0) await take(db(), others);
  for (const one of limited) {
    await tx(async (trx) => {
      if (!(await sentWithinLimit(trx, one.delivery))) await take(trx, [one]);
    });
  }
  return ready.flatMap((known) => {
    const number = numbers.get(known.delivery.id);
    return number === undefined ? [] : [{ ...known, number, claimedAt }];
  });
}

function isRuleLimited(delivery: DueDelivery): boolean {
  const { is_test, is_resend, is_digest, attempts, rate_limit_minutes: minutes } = delivery;
  return minutes > 0 && !is_test && !is_resend && !is_digest && attempts === 0;
}

/**
 * Attempts a claimed delivery once and returns what came of it: steps 7 and 8. A defect (an unreadable row, a secret that can't be decrypted) costs this delivery its
 * attempts without affecting others.
 */
export async function sendClaimed({ delivery, facts }: ClaimedDelivery): Promise<Sent> {
  try {
    const secrets = openSecrets({ id: delivery.integration_id, secrets: delivery.secrets });
    const notice = await noticeOf(delivery, facts, secrets);
    if (!notice) return unsent("rejected", "There is nothing left to send.");
    return await send(notice, {
      secrets: Object.values(secrets),
      privateTargets: privateTargets(),
      doneSteps: delivery.done_steps,
      onDone: (step) =>
        markStepDone({ projectId: delivery.project_id, deliveryId: delivery.id, step: step.id }),
    });
  } catch (error) {
    log.error("a delivery could not be built or sent", { delivery: delivery.id, error });
    return unsent("retry", "The notification couldn't be built. The server log has the reason.");
  }
}

function unsent(outcome: "retry" | "rejected", error: string): Sent {
  return { verdict: { outcome, error }, reports: [] };
}

/** Lifts rate limits for which nothing waits any longer, and tells the dashboards. */
async function afterwards(shard: Shard, settled: readonly Known[]): Promise<void> {
  const draining = settled.filter(({ delivery }) => delivery.is_draining);
  const limited = draining.map(({ delivery }) => delivery.integration_id);
  if (limited.length > 0) await liftRateLimits(shard, limited);
  for (const projectId of new Set(settled.map(({ delivery }) => delivery.project_id)))
    hint("live", { project_id: projectId, topic: "deliveries" });
}
