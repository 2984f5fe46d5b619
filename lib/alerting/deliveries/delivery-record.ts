import { PAUSE_AFTER_FAILURES, shouldPause } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { shouldFailOver } from "@/lib/domain/alerting/failover";
import type { Sent, StepReport } from "@/lib/notify/send";
import { Batcher } from "@/lib/shared/batcher";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import {
  type AttemptRecord,
  type DoneStep,
  insertAttempts,
  markStepsDone,
} from "@/lib/store/alerting/delivery-attempts";
import type { DueDelivery } from "@/lib/store/alerting/delivery-reads";
import {
  type EndingDelivery,
  endDeliveries,
  lastFinished,
  pauseIntegration,
  postponeDelivery,
} from "@/lib/store/alerting/delivery-writes";
import { insertOutboxMail } from "@/lib/store/alerting/outbox";
import { endRateLimits, startRateLimit } from "@/lib/store/alerting/rate-limits";
import { addJob } from "@/lib/store/core/jobs";
import { type Projects, partOf } from "@/lib/store/core/sharding/projects";
import { type Tx, tx } from "@/lib/store/core/tx";
import { failOver, failOverIfRateLimited } from "./failover";

const UNKNOWN = "unknown reason";

/** Rows written at once. */
const BATCH_MAX = 200;

export interface Attempt {
  readonly delivery: DueDelivery;
  readonly number: number;
  readonly claimedAt: Date;
  readonly sent: Sent;
  readonly facts: EventFacts | null;
  /** When the next attempt is due. Null if there is none. */
  readonly again: Date | null;
}

/** Marks a step as done, in one batch with other deliveries' steps. */
export function markStepDone(step: DoneStep): Promise<void> {
  const batcher = () => new Batcher(markStepsDone, BATCH_MAX, ({ projectId }: DoneStep) => partOf(projectId));
  return once("alerting.steps", batcher).add(step);
}

/**
 * Records the result of an attempt in one transaction: log, end or next attempt, rate limit, and failover. Attempts are recorded
 * together, so that any number of simultaneous failures uses one connection. Then pauses an integration that is broken.
 */
export async function recordAttempt(attempt: Attempt): Promise<void> {
  if (isSuccess(attempt)) return recorder("alerting.successes", recordSuccesses).add(attempt);
  await recorder("alerting.troubles", recordTroubles).add(attempt);
  if (!countsAsFailure(attempt)) return;
  // In Citus, integrations are on every node, so that this fails while one is away. The next failure tries again.
  await tx((trx) => pauseIfBroken(trx, attempt)).catch((error: unknown) =>
    log.error("could not pause a broken integration", {
      integration: attempt.delivery.integration_id,
      error,
    }),
  );
}

/** Returns whether the attempt was the last of a delivery that counts for the automatic pause. */
function countsAsFailure(attempt: Attempt): boolean {
  const { delivery, sent } = attempt;
  const isFailed = sent.result.outcome === "retry" || sent.result.outcome === "rejected";
  return isFailed && isLast(attempt) && !sent.isPartlyDelivered && !delivery.is_test && !delivery.is_fallback;
}

function recorder(
  name: string,
  work: (trx: Tx, projects: Projects, attempts: readonly Attempt[]) => Promise<void>,
): Batcher<Attempt, number> {
  const record = (attempts: readonly Attempt[]) => tx((trx) => work(trx, projectsOf(attempts), attempts));
  return once(name, () => new Batcher(record, BATCH_MAX, ({ delivery }) => partOf(delivery.project_id)));
}

function projectsOf(attempts: readonly Attempt[]): Projects {
  return [...new Set(attempts.map(({ delivery }) => delivery.project_id))];
}

function isSuccess({ sent: { result, reports } }: Attempt): boolean {
  const isSent = result.outcome === "delivered" || result.outcome === "not_sent";
  return isSent && !reports.some((report) => report.result.isRateLimited);
}

async function recordSuccesses(trx: Tx, projects: Projects, attempts: readonly Attempt[]): Promise<void> {
  await logAttempts(trx, attempts);
  const limited = attempts.filter(({ delivery }) => delivery.is_draining);
  if (limited.length > 0)
    await endRateLimits(
      trx,
      projects,
      limited.map(({ delivery }) => delivery.integration_id),
    );
  await endDeliveries(
    trx,
    projects,
    attempts.map((attempt) => successOf(attempt)),
  );
}

function successOf(attempt: Attempt, reason = attempt.sent.result.error): EndingDelivery {
  const { delivery, sent } = attempt;
  const status = sent.result.outcome === "not_sent" ? "not_sent" : "delivered";
  const end = { status, reason, now: now(), remoteId: remoteIdOf(attempt) } as const;
  return { id: delivery.id, is_digest: delivery.is_digest, end };
}

/** A digest doesn't belong to one incident, so no later notification edits or replies to it. */
function remoteIdOf({ delivery, sent: { result } }: Attempt): string | null {
  return delivery.is_digest ? null : (result.remoteId ?? null);
}

/** Locks integrations in the same order on every server. */
async function recordTroubles(trx: Tx, _: Projects, attempts: readonly Attempt[]): Promise<void> {
  const inOrder = attempts.toSorted((a, b) => a.delivery.integration_id - b.delivery.integration_id);
  for (const attempt of inOrder) await recordTrouble(trx, attempt);
}

async function recordTrouble(trx: Tx, attempt: Attempt): Promise<void> {
  const { delivery, facts, number, sent } = attempt;
  const { outcome } = sent.result;
  await logAttempts(trx, [attempt]);
  await updateRateLimit(trx, delivery, sent.reports);
  const isFailed = outcome === "retry" || outcome === "rejected";
  // Some of its recipients know already, and the others are retried. Failing over would alert the first ones twice.
  if (isFailed && !sent.isPartlyDelivered && shouldFailOver(number, isLast(attempt)))
    await failOver(trx, delivery, facts, { attempts: number, why: whyOf(attempt) });
  if (!isFailed) await endDeliveries(trx, [delivery.project_id], [successOf(attempt)]);
  else if (!isLast(attempt) && attempt.again) {
    await postponeDelivery(trx, delivery, attempt.again, sent.result.error, remoteIdOf(attempt));
    await failOverIfRateLimited(trx, delivery, facts);
  } else await fail(trx, attempt);
}

function isLast({ sent, again }: Attempt): boolean {
  return sent.result.outcome !== "retry" || again === null;
}

function whyOf({ sent }: Attempt): string {
  return sent.result.error ?? UNKNOWN;
}

/** Rate-limits the whole integration if the provider asks for it. Any other response lifts the limit. */
async function updateRateLimit(
  trx: Tx,
  { project_id: projectId, integration_id: integrationId }: DueDelivery,
  reports: readonly StepReport[],
): Promise<void> {
  const tooMany = reports.filter(({ result }) => result.isRateLimited);
  if (tooMany.length === 0) return endRateLimits(trx, [projectId], [integrationId]);
  const asked = tooMany.flatMap(({ result }) => result.retryAfterMs ?? []);
  await startRateLimit(trx, { projectId, integrationId }, asked.length > 0 ? Math.max(...asked) : null);
}

async function fail(trx: Tx, attempt: Attempt): Promise<void> {
  const { delivery, number, sent } = attempt;
  const why = whyOf(attempt);
  const reason =
    sent.result.outcome === "retry" && !delivery.is_test ? `gave up after ${number} attempts: ${why}` : why;
  const projects = [delivery.project_id];
  if (sent.isPartlyDelivered) {
    log.info("delivery missed a recipient", { delivery: delivery.id, why });
    await endDeliveries(trx, projects, [successOf(attempt, reason)]);
    return;
  }
  const end = { status: "failed", reason, now: now() } as const;
  await endDeliveries(trx, projects, [{ id: delivery.id, is_digest: delivery.is_digest, end }]);
  log.info("delivery failed", { delivery: delivery.id, integration: delivery.integration_id, why });
}

async function pauseIfBroken(trx: Tx, attempt: Attempt): Promise<void> {
  const { project_id: projectId, integration_id: integrationId } = attempt.delivery;
  const finished = await lastFinished(trx, [projectId], integrationId, PAUSE_AFTER_FAILURES + 1);
  if (!shouldPause(finished, now())) return;
  const reason = `Paused automatically because its last ${finished.length} deliveries failed. Latest error: ${whyOf(attempt)}`;
  if (!(await pauseIntegration(trx, integrationId, reason))) return;
  await addJob(trx, "integration_paused", { integrationId, reason });
}

async function logAttempts(trx: Tx, attempts: readonly Attempt[]): Promise<void> {
  await insertAttempts(trx, attempts.flatMap(recordsOf));
  for (const { delivery, sent } of attempts) {
    const kept = sent.reports.flatMap(({ keptMail }) => keptMail ?? []);
    for (const mail of kept) {
      await insertOutboxMail(trx, {
        organizationId: delivery.organization_id,
        recipient: mail.to.map(({ address }) => address).join(", "),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
      });
    }
  }
}

/** Returns the log's record of each request, or the reason for an attempt without requests. */
function recordsOf({ delivery, number, claimedAt, sent: { result, reports } }: Attempt): AttemptRecord[] {
  const of = { projectId: delivery.project_id, deliveryId: delivery.id, attempt: number };
  if (reports.length > 0) {
    return reports.map(
      ({ result: { outcome, error }, startedAt, durationMs, statusCode, request, response }) => ({
        ...of,
        startedAt,
        durationMs,
        outcome,
        statusCode,
        error,
        request,
        response,
      }),
    );
  }
  if (result.outcome === "delivered") return [];
  const { outcome, error } = result;
  return [
    {
      ...of,
      startedAt: claimedAt,
      durationMs: 0,
      outcome,
      statusCode: null,
      error,
      request: {},
      response: null,
    },
  ];
}
