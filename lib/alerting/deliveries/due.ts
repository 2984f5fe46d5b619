import { SET_ASIDE_MS } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import {
  belongsInDigest,
  concernedMonitors,
  MUTED_BY_PAUSE,
  MUTED_BY_WINDOW,
  type Suppression,
  suppress,
  WINDOW_MS,
} from "@/lib/domain/alerting/policy";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { Batcher } from "@/lib/shared/batcher";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { type DueDelivery, selectDeliveries } from "@/lib/store/alerting/delivery-reads";
import {
  type EndingDelivery,
  endDeliveries,
  postponeDeliveries,
  postponeDelivery,
} from "@/lib/store/alerting/delivery-writes";
import { type DigestKey, joinDigest, recentMessages } from "@/lib/store/alerting/digests";
import { selectFacts } from "@/lib/store/alerting/event-facts";
import { goesBehind } from "@/lib/store/alerting/rate-limits";
import { type Projects, partOf } from "@/lib/store/core/sharding/projects";
import { type Tx, tx } from "@/lib/store/core/tx";
import { holdMutes } from "@/lib/store/maintenance/effects";
import { failOver, failOverIfRateLimited } from "./failover";

/** How long a delivery waits before the next decision about it. */
const WAIT_MS = 5000;
const RECOVERED = "uptime.incident.recovered";

/** A delivery with what is known about its event; null for a test, a digest, and an event that is gone. */
export interface Known {
  readonly delivery: DueDelivery;
  readonly facts: EventFacts | null;
}

/** The decisions about due deliveries. Those whose turn hasn't come are in none of the lists. */
export interface Sorted {
  /** Not sent, and why. */
  readonly kept: { readonly known: Known; readonly why: Suppression }[];
  /** Another notification of their alert rule goes first and may use up its limit. */
  readonly waiting: Known[];
  /** Their integration is rate-limited. */
  readonly limited: Known[];
  readonly ready: Known[];
}

/** Loads deliveries with their events. Leaves out what another worker is sending, and what a digest includes. */
export async function loadDue(projects: Projects, deliveryIds: readonly number[]): Promise<Known[]> {
  const due = (await selectDeliveries(projects, deliveryIds)).filter(isDue);
  const eventIds = due.flatMap((one) => (one.is_digest ? [] : (one.event_id ?? [])));
  const facts = await selectFacts(projects, eventIds);
  return due.map((delivery) => {
    const known = delivery.is_digest ? undefined : facts.get(delivery.event_id ?? 0);
    return { delivery, facts: (delivery.closes && known ? closingFacts(known) : known) ?? null };
  });
}

/** Returns the event as seen by a recipient for whom the incident has ended. */
function closingFacts(facts: EventFacts): EventFacts {
  return { ...facts, event: { ...facts.event, key: RECOVERED }, ending: facts.ending ?? "own_monitors" };
}

function isDue({ status, digest_id, is_leased, next_attempt_at: dueAt }: DueDelivery): boolean {
  return status === "pending" && digest_id === null && !is_leased && (dueAt === null || dueAt <= now());
}

/** Asks the policy about each delivery whose turn has come. */
export async function sorted(projects: Projects, due: readonly Known[]): Promise<Sorted> {
  const found: Sorted = { kept: [], waiting: [], limited: [], ready: [] };
  for (const known of due) {
    const { delivery } = known;
    // Tests don't wait for a rate limit, because a person sent them.
    const isLimited = !delivery.is_test && delivery.rate_limited_until !== null;
    if (delivery.awaits_event || (delivery.is_blocked && !isLimited)) continue;
    const why = suppressionOf(known);
    if (why) found.kept.push({ known, why });
    else if (awaitsLimit(delivery)) found.waiting.push(known);
    else if (isLimited) found.limited.push(known);
    else if (delivery.is_test || !delivery.is_draining || !(await goesBehind(projects, delivery)))
      found.ready.push(known);
  }
  return found;
}

/** Returns why the delivery isn't sent; null if it is. */
export function suppressionOf({ delivery, facts }: Known): Suppression | null {
  if (delivery.is_digest) {
    return delivery.integration_paused ? { status: "muted", reason: MUTED_BY_PAUSE } : null;
  }
  return suppress({
    isTest: delivery.is_test,
    isResend: delivery.is_resend,
    integrationPaused: delivery.integration_paused,
    facts,
    rateLimitMinutes: delivery.rate_limit_minutes,
    sentWithinLimit: delivery.sent_within_limit,
    startIsMuted: delivery.start_is_muted,
    startIsSent: delivery.start_is_sent || delivery.failover_note !== null,
    recoveryIsCovered: delivery.recovery_is_covered,
    digestCoversRecovery: !wantsEveryEvent(delivery) && delivery.digest_covers_recovery,
    wantsEveryEvent: wantsEveryEvent(delivery),
    originalDelivered: delivery.failed_over_from_status === "delivered",
  });
}

/** Returns whether another notification goes first and may use up its alert rule's limit. */
export function awaitsLimit(delivery: DueDelivery): boolean {
  const goesAnyway = delivery.is_test || delivery.is_resend || delivery.is_digest;
  return delivery.awaits_limit && !goesAnyway;
}

/** Returns whether the app needs every event, so that none is combined or skipped. */
export function wantsEveryEvent({ app }: DueDelivery): boolean {
  return ADAPTERS[app].wantsEveryEvent;
}

/** Lets deliveries wait for the outcome of those that go first. */
export async function postponeWaiting(projects: Projects, waiting: Sorted["waiting"]): Promise<void> {
  if (waiting.length === 0) return;
  const ids = waiting.map(({ delivery }) => delivery.id);
  const until = new Date(now().getTime() + WAIT_MS);
  await postponeDeliveries(
    projects,
    ids,
    until,
    "Waiting for an earlier notification from the same alert rule.",
  );
}

/**
 * Finishes the deliveries that the policy suppresses, except those that a window no longer mutes. Alerts that were
 * waiting when an integration paused itself fail over first.
 */
export async function endKept(projects: Projects, kept: Sorted["kept"]): Promise<void> {
  if (kept.length === 0) return;
  await tx(async (trx) => {
    const decided = kept.map(({ known, why }) => ({ ...known, why, reason: why.reason }));
    const ends = await stillKept(trx, projects, decided);
    for (const { delivery, facts, why } of ends) {
      if (why.status === "muted" && delivery.paused_meanwhile)
        await failOver(trx, delivery, facts, { pausedItself: true });
      // Where it failed over to gets no more than its alert rule allows, and someone must get it.
      if (why.status === "rate_limited" && delivery.failover_note !== null)
        await failOver(trx, delivery, facts, { ruleIsLimited: true });
    }
    await endDeliveries(trx, projects, ends.map(ending));
  });
}

function ending({ delivery, why }: { delivery: DueDelivery; why: Suppression }): EndingDelivery {
  // Only the retries for the remaining recipients are superseded.
  const status = delivery.done_steps.length > 0 ? "delivered" : why.status;
  return { id: delivery.id, is_digest: delivery.is_digest, end: { ...why, status, now: now() } };
}

interface Kept {
  readonly facts: EventFacts | null;
  readonly reason: string;
}

/**
 * Returns the notifications of some projects that are still muted. The window that muted the others has ended in the meantime
 * and didn't release them, because they weren't muted yet. They stay due, and the policy decides about them again.
 */
export async function stillKept<T extends Kept>(
  trx: Tx,
  projects: Projects,
  kept: readonly T[],
): Promise<T[]> {
  const ids = kept.flatMap(mutedMonitors);
  const muted = ids.length > 0 ? await holdMutes(trx, projects, ids) : new Set();
  return kept.filter((one) => mutedMonitors(one).every((id) => muted.has(id)));
}

function mutedMonitors({ facts, reason }: Kept): number[] {
  return facts && reason === MUTED_BY_WINDOW ? concernedMonitors(facts).map(({ id }) => id) : [];
}

/**
 * Adds deliveries that are ready to digests, so that people get a digest instead of an eleventh notification within a
 * minute. Webhooks, tests, test incidents, and resends are sent individually.
 */
export async function gather(
  projects: Projects,
  ready: readonly Known[],
): Promise<{ alone: Known[]; gathered: Known[] }> {
  const mayJoin = ready.filter(joinsDigests);
  if (mayJoin.length === 0) return { alone: [...ready], gathered: [] };
  const since = new Date(now().getTime() - WINDOW_MS);
  const ids = new Set(mayJoin.map(({ delivery }) => delivery.integration_id));
  const recent = await recentMessages(projects, [...ids], since);
  const gathered = mayJoin.filter(({ delivery }) => {
    const sent = recent.get(delivery.integration_id);
    if (!sent || belongsInDigest(sent)) return true;
    sent.sent += 1;
    return false;
  });
  const sendAt = new Date(now().getTime() + WINDOW_MS);
  for (const { of, memberIds } of digestsOf(gathered))
    await tx((trx) => joinDigest(trx, of, memberIds, sendAt));
  return { alone: ready.filter((known) => !gathered.includes(known)), gathered };
}

/** Groups members by their digests: each project has its own, even if a rule of the organization sends to one integration. */
function digestsOf(members: readonly Known[]): { of: DigestKey; memberIds: number[] }[] {
  const digests = new Map<string, { of: DigestKey; memberIds: number[] }>();
  for (const { delivery } of members) {
    const of = { projectId: delivery.project_id, integrationId: delivery.integration_id };
    const key = `${of.projectId} ${of.integrationId}`;
    const digest = digests.get(key) ?? { of, memberIds: [] };
    digest.memberIds.push(delivery.id);
    digests.set(key, digest);
  }
  return [...digests.values()];
}

/** Test incidents are removed with their deliveries, which would remove the alerts in their digest as well. */
function joinsDigests({ delivery, facts }: Known): boolean {
  const isTest = delivery.is_test || facts?.isTestIncident === true;
  const goesAlone = wantsEveryEvent(delivery) || delivery.is_digest || isTest || delivery.is_resend;
  return !goesAlone && delivery.attempts === 0;
}

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
