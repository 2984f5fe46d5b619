import { LEASE_MS, nextAttemptAt, RENEW_MS, SET_ASIDE_MS } from "@/lib/domain/alerting/delivery-schedule";
import { type Sent, send } from "@/lib/notify/send";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { now } from "@/lib/shared/clock";
import { log, warnRarely } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { within } from "@/lib/shared/within";
import { isAttemptRecorded } from "@/lib/store/alerting/delivery-attempts";
import { type DueDelivery, isLimitTaken } from "@/lib/store/alerting/delivery-reads";
import {
  claimDeliveries,
  postponeDeliveries,
  renewLease,
  replaceSettings,
} from "@/lib/store/alerting/delivery-writes";
import { liftRateLimits } from "@/lib/store/alerting/rate-limits";
import { hint } from "@/lib/store/core/hints";
import { db } from "@/lib/store/core/pool";
import { allParts, isNodeAway, type Projects, requireNodeOf } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
import { openSecrets } from "../integration-secrets";
import { after, untilRecorded } from "../recording";
import { noticeOf } from "./delivery-notice";
import { markStepDone, recordAttempt } from "./delivery-record";
import { endKept, gather, type Known, loadDue, postponeWaiting, sorted, waitForRateLimit } from "./due";

// Deliveries, from their rows to their recorded attempts. `prepare` takes many at once, `sendAndRecord` one:
//
//  1. Load the deliveries that are due and that no other worker has, with what happened, as it is known now (due.ts).
//  2. Find their turn: notifications of an incident keep their order.
//  3. Ask the policy whether they are sent at all, or wait for one that goes first.
//  4. Let them wait while their integration is rate-limited. Alerts that would wait too long fail over (due.ts, failover.ts).
//  5. Join a digest when too many were sent within a minute (due.ts).
//  6. Claim them, so that no other worker sends them too.
//  7. Build the notice: message, settings, recipients (delivery-notice.ts).
//  8. Send it through the app's adapter.
//  9. Record the attempt: delivered, again later, or failed (delivery-record.ts).
//
// Every run starts at step 1 with the current state, so it may be repeated. After a crash, the rows are due again.

/** Delivers notifications, or decides why and until when not. Safe to repeat. */
export async function deliver(...deliveryIds: number[]): Promise<void> {
  for (const projects of await allParts()) {
    const { claimed } = await prepare(projects, deliveryIds);
    await Promise.all(claimed.map((one) => sendAndRecord(one, after(LEASE_MS))));
  }
}

/** The outcome for due deliveries. `changed` counts those whose state changed. */
interface Prepared {
  readonly claimed: ClaimedDelivery[];
  readonly changed: number;
}

/** Prepares deliveries together. If that fails, it prepares them one by one, so that a broken row affects no other. */
export async function prepare(projects: Projects, deliveryIds: readonly number[]): Promise<Prepared> {
  try {
    return await prepareTogether(projects, deliveryIds);
  } catch (error) {
    if (await isNodeAway(error)) {
      warnRarely("deliveries can't be prepared while a node is away", { error });
      return { claimed: [], changed: 0 };
    }
    log.error("deliveries could not be prepared together; trying them one by one", { error });
    return prepareOneByOne(projects, deliveryIds);
  }
}

/** Stops if not even postponing a delivery works, because then the row isn't the cause. */
async function prepareOneByOne(projects: Projects, deliveryIds: readonly number[]): Promise<Prepared> {
  const claimed: ClaimedDelivery[] = [];
  let changed = 0;
  for (const id of deliveryIds) {
    try {
      const one = await prepareTogether(projects, [id]);
      claimed.push(...one.claimed);
      changed += one.changed;
    } catch (error) {
      log.error("a delivery could not be prepared", { delivery: id, error });
      if (!(await setAside(projects, id))) break;
    }
  }
  return { claimed, changed };
}

function setAside(projects: Projects, id: number): Promise<boolean> {
  const until = new Date(now().getTime() + SET_ASIDE_MS);
  const reason = "It couldn't be processed. The server log has the reason.";
  return postponeDeliveries(projects, [id], until, reason).then(
    () => true,
    () => false,
  );
}

/** Decides about a shard's deliveries and claims those to send now: steps 1 to 6. */
async function prepareTogether(projects: Projects, deliveryIds: readonly number[]): Promise<Prepared> {
  requireNodeOf(projects);
  const own = ownDeliveries();
  const others = deliveryIds.filter((id) => own.get(id)?.() ?? true);
  if (others.length === 0) return { claimed: [], changed: 0 };
  const due = await loadDue(projects, others); // 1
  const { kept, waiting, limited, ready } = await sorted(projects, due);
  await endKept(projects, kept); // 3
  await postponeWaiting(projects, waiting);
  await Promise.all(limited.map(waitForRateLimit)); // 4
  const { alone, gathered } = await gather(projects, ready); // 5
  const claimed = await claim(projects, alone); // 6
  const settled = [...kept.map(({ known }) => known), ...waiting, ...limited, ...gathered];
  await afterwards(projects, settled);
  return { claimed, changed: settled.length + alone.length };
}

/**
 * Returns the deliveries that this server is sending, for as long as their lease lasts, or recording. It doesn't claim them again,
 * even if a crash of the database lost the lease. The values tell which may be claimed after all, because sending hangs.
 */
function ownDeliveries(): Map<number, () => boolean> {
  return once("alerting.own-deliveries", () => new Map<number, () => boolean>());
}

/**
 * Sends a claimed delivery and records the result: steps 7 to 9. Calls `onSent` in between. While the database is unavailable, it tries to
 * record the result until `isOver`.
 */
export async function sendAndRecord(
  claimed: ClaimedDelivery,
  isOver: () => boolean,
  onSent: (sent: Sent) => void = () => undefined,
): Promise<Sent> {
  const { id } = claimed.delivery;
  const own = ownDeliveries();
  own.set(id, after(LEASE_MS));
  try {
    const { sent, marked } = await sendClaimed(claimed, isOver);
    own.set(id, () => false);
    onSent(sent);
    await marked;
    await record(claimed, sent, isOver);
    return sent;
  } finally {
    own.delete(id);
  }
}

async function record(claimed: ClaimedDelivery, sent: Sent, isOver: () => boolean): Promise<void> {
  const { delivery, number } = claimed;
  const again = delivery.is_test ? null : nextAttemptAt(number, now(), sent.result);
  await untilRecorded(async (isAgain) => {
    if (isAgain && (await isAttemptRecorded(delivery, number))) return;
    await recordAttempt({ ...claimed, sent, again });
  }, isOver);
  await afterwards([delivery.project_id], [claimed]);
}

/** Lifts rate limits that nothing is waiting for anymore, and notifies the dashboards. */
async function afterwards(projects: Projects, settled: readonly Known[]): Promise<void> {
  const draining = settled.filter(({ delivery }) => delivery.is_draining);
  const limited = draining.map(({ delivery }) => delivery.integration_id);
  if (limited.length > 0) await liftRateLimits(projects, limited);
  for (const projectId of new Set(settled.map(({ delivery }) => delivery.project_id)))
    hint("live", { project_id: projectId, topic: "deliveries" });
}

/** A delivery that this worker alone sends. */
export interface ClaimedDelivery extends Known {
  readonly number: number;
  readonly claimedAt: Date;
}

/**
 * Claims deliveries, except those that another worker has. For alert rules with a rate limit, the last check and the
 * claim are one step, so that only one of two simultaneous events is sent.
 */
export async function claim(projects: Projects, ready: readonly Known[]): Promise<ClaimedDelivery[]> {
  if (ready.length === 0) return [];
  const claimedAt = now();
  const numbers = new Map<number, number>();
  const take = async (executor: Parameters<typeof claimDeliveries>[0], some: readonly Known[]) => {
    const ids = some.map(({ delivery }) => delivery.id);
    for (const [id, number] of await claimDeliveries(executor, projects, ids, claimedAt, LEASE_MS))
      numbers.set(id, number);
  };
  const limited = ready.filter(({ delivery }) => isRuleLimited(delivery));
  const others = ready.filter((known) => !limited.includes(known));
  if (others.length > 0) await take(db(), others);
  for (const one of limited) {
    await tx(async (trx) => {
      if (!(await isLimitTaken(trx, projects, one.delivery))) await take(trx, [one]);
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

/** How long a step waits for the record of the one before, so that no one's alert waits for the database. */
const MARK_WAIT_MS = 2000;

interface SentSteps {
  readonly sent: Sent;
  /** Resolves when its finished steps are recorded, or can't be. */
  readonly marked: Promise<unknown>;
}

/**
 * Attempts a claimed delivery once and returns the result. A defect (an unreadable row, a secret that can't be
 * decrypted) costs this delivery its attempts without affecting others.
 */
async function sendClaimed(claimed: ClaimedDelivery, isOver: () => boolean): Promise<SentSteps> {
  const { delivery, facts } = claimed;
  const { id: deliveryId, project_id: projectId } = delivery;
  const marks: Promise<void>[] = [];
  const onDone = (step: string) => {
    const mark = untilRecorded(() => markStepDone({ projectId, deliveryId, step }), isOver);
    marks.push(mark);
    return within(mark, MARK_WAIT_MS, () => undefined);
  };
  const done = (sent: Sent) => ({ sent, marked: Promise.allSettled(marks) });
  try {
    const secrets = openSecrets({ id: delivery.integration_id, secrets: delivery.secrets });
    const notice = await noticeOf(delivery, facts, secrets);
    if (!notice) return done(unsent("rejected", "There is nothing left to send."));
    const sent = await send(notice, {
      secrets: Object.values(secrets),
      privateTargets: privateTargets(),
      doneSteps: delivery.done_steps,
      onNext: renewal(claimed),
      onDone,
    });
    for (const { learned } of sent.reports) if (learned) await keepLearned(delivery, learned);
    return done(sent);
  } catch (error) {
    log.error("a delivery could not be built or sent", { delivery: delivery.id, error });
    return done(unsent("retry", "The notification couldn't be built. The server log has the reason."));
  }
}

/** Returns what renews the lease between the steps of an attempt that takes long, such as an SMS to each of many members. */
function renewal({ delivery, number }: ClaimedDelivery): () => Promise<void> {
  let isDue = after(RENEW_MS);
  return async () => {
    if (!isDue()) return;
    isDue = after(RENEW_MS);
    ownDeliveries().set(delivery.id, after(LEASE_MS));
    const renewed = renewLease(delivery, number, LEASE_MS).catch((error: unknown) =>
      log.warn("the lease of a delivery could not be renewed", { delivery: delivery.id, error }),
    );
    await within(renewed, MARK_WAIT_MS, () => undefined);
  };
}

/** Changes the integration, so that later notifications cost one request. Not if someone changed these settings meanwhile. */
async function keepLearned(
  { integration_id, settings }: ClaimedDelivery["delivery"],
  learned: Readonly<Record<string, string>>,
): Promise<void> {
  const before = Object.fromEntries(Object.keys(learned).map((name) => [name, settings[name]]));
  await replaceSettings(integration_id, before, learned).catch((error: unknown) =>
    log.warn("could not store an integration's settings from a provider's response", {
      integration: integration_id,
      error,
    }),
  );
}

function unsent(outcome: "retry" | "rejected", error: string): Sent {
  return { result: { outcome, error }, reports: [] };
}
