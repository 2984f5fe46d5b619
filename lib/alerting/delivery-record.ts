import { PAUSE_AFTER_FAILURES, shouldPause } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { shouldFailOver } from "@/lib/domain/alerting/failover";
import type { Sent, StepReport } from "@/lib/notify/send";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { DueDelivery } from "@/lib/store/alerting/delivery-reads";
import {
  endDelivery,
  insertAttempt,
  lastFinished,
  pauseIntegration,
  postponeDelivery,
} from "@/lib/store/alerting/delivery-writes";
import { insertOutboxMail } from "@/lib/store/alerting/outbox";
import { endRateLimits, startRateLimit } from "@/lib/store/alerting/rate-limits";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import { failOver, failOverIfRateLimited } from "./failover";

const UNKNOWN = "unknown reason";

export interface Attempt {
  readonly number: number;
  readonly claimedAt: Date;
  readonly sent: Sent;
  readonly facts: EventFacts | null;
  /** When the next attempt is due. Null if there is none. */
  readonly again: Date | null;
}

/**
 * Records the result of an attempt in one transaction: log, end or next attempt, the incident's next delivery, and the
 * automatic pause.
 */
export async function recordAttempt(delivery: DueDelivery, attempt: Attempt): Promise<void> {
  const { verdict, reports } = attempt.sent;
  await tx(async (trx) => {
    for (const report of reports) await logReport(trx, delivery, attempt.number, report);
    if (reports.length === 0) await logRefusal(trx, delivery, attempt);
    await updateRateLimit(trx, delivery.integration_id, reports);
    const { outcome } = verdict;
    const isFailed = outcome === "retry" || outcome === "rejected";
    if (isFailed && shouldFailOver(attempt.number, isLast(attempt))) {
      await failOver(trx, delivery, attempt.facts, { attempts: attempt.number, why: whyOf(attempt) });
    }
    if (!isFailed) {
      // A digest doesn't belong to one incident, so no later notification edits or replies to it.
      const remoteId = delivery.is_digest ? null : (verdict.remoteId ?? null);
      await endDelivery(trx, delivery, { status: outcome, reason: verdict.error, now: now(), remoteId });
    } else if (!isLast(attempt) && attempt.again) {
      await postponeDelivery(trx, delivery.id, attempt.again, verdict.error);
      await failOverIfRateLimited(trx, delivery, attempt.facts);
    } else await fail(trx, delivery, attempt);
  });
}

function isLast({ sent, again }: Attempt): boolean {
  return sent.verdict.outcome !== "retry" || again === null;
}

function whyOf({ sent }: Attempt): string {
  return sent.verdict.error ?? UNKNOWN;
}

/** Rate-limits the whole integration if the provider asks for it. Any other response lifts the limit. */
async function updateRateLimit(
  trx: Tx,
  integrationId: number,
  reports: readonly StepReport[],
): Promise<void> {
  const tooMany = reports.filter(({ verdict }) => verdict.isRateLimited);
  if (tooMany.length === 0) return endRateLimits(trx, integrationId);
  const asked = tooMany.flatMap(({ verdict }) => verdict.retryAfterMs ?? []);
  await startRateLimit(trx, integrationId, asked.length > 0 ? Math.max(...asked) : null);
}

async function fail(trx: Tx, delivery: DueDelivery, attempt: Attempt): Promise<void> {
  const { number, sent } = attempt;
  const why = whyOf(attempt);
  const given =
    sent.verdict.outcome === "retry" && !delivery.is_test ? `gave up after ${number} attempts: ${why}` : why;
  const ended = await endDelivery(trx, delivery, { status: "failed", reason: given, now: now() });
  log.info("delivery failed", { delivery: delivery.id, integration: delivery.integration_id, why });
  if (!ended || delivery.is_test || delivery.is_fallback) return;
  const finished = await lastFinished(trx, delivery.integration_id, PAUSE_AFTER_FAILURES + 1);
  if (!shouldPause(finished, now())) return;
  const reason = `Paused automatically because its last ${finished.length} deliveries failed. Latest error: ${why}`;
  if (!(await pauseIntegration(trx, delivery.integration_id, reason))) return;
  await addJob(trx, "integration_paused", { integrationId: delivery.integration_id, reason });
}

async function logReport(trx: Tx, delivery: DueDelivery, number: number, report: StepReport): Promise<void> {
  await insertAttempt(trx, {
    deliveryId: delivery.id,
    attempt: number,
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    outcome: report.verdict.outcome,
    statusCode: report.statusCode,
    error: report.verdict.error,
    request: report.request,
    response: report.response,
  });
  const mail = report.keptMail;
  if (!mail) return;
  await insertOutboxMail(trx, {
    organizationId: delivery.organization_id,
    recipient: mail.to.map(({ address }) => address).join(", "),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
  });
}

/** Logs the reason even if nothing was sent. */
async function logRefusal(
  trx: Tx,
  delivery: DueDelivery,
  { number, claimedAt, sent }: Attempt,
): Promise<void> {
  if (sent.verdict.outcome === "delivered") return;
  await insertAttempt(trx, {
    deliveryId: delivery.id,
    attempt: number,
    startedAt: claimedAt,
    durationMs: 0,
    outcome: sent.verdict.outcome,
    statusCode: null,
    error: sent.verdict.error,
    request: {},
    response: null,
  });
}
