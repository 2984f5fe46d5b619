import { sql } from "kysely";
import { addJob } from "@/lib/store/core/jobs";
import { pool } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import { endDigest } from "./digests";

/** Deliveries run after the incident engine's own jobs. */
const PRIORITY = 10;

/** Adds the delivery's job; a later call reschedules it. */
export function addDeliverJob(trx: Tx, deliveryId: number, runAt?: Date): Promise<void> {
  // Deliveries have their own back-off; the worker's retries only cover a failing database.
  return addJob(trx, "deliver", { deliveryId }, { key: jobKey(deliveryId), runAt, priority: PRIORITY });
}

function jobKey(deliveryId: number): string {
  return `deliver:${deliveryId}`;
}

export interface NewDelivery {
  project_id: number;
  event_id: number | null;
  alert_rule_id: number | null;
  integration_id: number;
  incident_id: number | null;
  occurred_at: Date;
  next_attempt_at: Date;
  message_settings: object | null;
  is_test: boolean;
  is_drill?: boolean;
}

/** Inserts a delivery and its job; null when the integration already has this event. */
export async function insertDelivery(trx: Tx, delivery: NewDelivery): Promise<number | null> {
  const row = await trx
    .insertInto("deliveries")
    .values({
      ...delivery,
      message_settings: delivery.message_settings === null ? null : JSON.stringify(delivery.message_settings),
    })
    .onConflict((conflict) => conflict.columns(["event_id", "integration_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  await addDeliverJob(trx, row.id);
  return row.id;
}

/**
 * Leases a due delivery to one worker for `leaseMs`. The lease uses only the database's clock, so that a server's clock jumping
 * neither ends nor extends it. Returns the attempt number, or null when another worker has the delivery.
 */
export async function claimDelivery(trx: Tx, id: number, now: Date, leaseMs: number): Promise<number | null> {
  const row = await trx
    .updateTable("deliveries")
    .set({
      attempts: sql<number>`attempts + 1`,
      leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)`,
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("next_attempt_at", "<=", now)
    .where(sql<boolean>`coalesce(leased_until <= clock_timestamp(), true)`)
    .returning(["attempts", "leased_until"])
    .executeTakeFirst();
  if (!row) return null;
  // Runs only when this process dies before it records the result.
  await addDeliverJob(trx, id, row.leased_until ?? undefined);
  return row.attempts;
}

export interface DeliveryEnd {
  status: "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
  reason: string | null;
  now: Date;
  remoteId?: string | null;
}

/** Finishes a pending delivery and starts the incident's next one. Returns false when it was no longer pending. */
export async function endDelivery(
  trx: Tx,
  delivery: { id: number; integration_id: number; incident_id: number | null; is_digest: boolean },
  end: DeliveryEnd,
): Promise<boolean> {
  const row = await trx
    .updateTable("deliveries")
    .set({
      status: end.status,
      reason: end.reason,
      finished_at: end.now,
      next_attempt_at: null,
      leased_until: null,
      ...(end.remoteId ? { remote_id: end.remoteId } : {}),
    })
    .where("id", "=", delivery.id)
    .where("status", "=", "pending")
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await sql`select graphile_worker.remove_job(${jobKey(delivery.id)})`.execute(trx);
  await startNext(trx, delivery, end.now);
  if (delivery.is_digest) await endDigest(trx, delivery, end);
  return true;
}

async function startNext(
  trx: Tx,
  delivery: { integration_id: number; incident_id: number | null },
  now: Date,
): Promise<void> {
  if (delivery.incident_id === null) return;
  const next = await trx
    .selectFrom("deliveries")
    .select(["id", "next_attempt_at"])
    .where("integration_id", "=", delivery.integration_id)
    .where("incident_id", "=", delivery.incident_id)
    .where("status", "=", "pending")
    .orderBy("event_id")
    .limit(1)
    .executeTakeFirst();
  if (!next) return;
  const at = next.next_attempt_at && next.next_attempt_at > now ? next.next_attempt_at : undefined;
  await addDeliverJob(trx, next.id, at);
}

/** Postpones a pending delivery. */
export async function postponeDelivery(
  trx: Tx,
  id: number,
  until: Date,
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable("deliveries")
    .set({ next_attempt_at: until, leased_until: null, reason })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
  await addDeliverJob(trx, id, until);
}

export interface AttemptRecord {
  deliveryId: number;
  attempt: number;
  startedAt: Date;
  durationMs: number;
  outcome: "delivered" | "not_sent" | "retry" | "rejected";
  statusCode: number | null;
  error: string | null;
  request: object;
  response: object | null;
}

export async function insertAttempt(trx: Tx, attempt: AttemptRecord): Promise<void> {
  await trx
    .insertInto("delivery_attempts")
    .values({
      delivery_id: attempt.deliveryId,
      attempt: attempt.attempt,
      started_at: attempt.startedAt,
      duration_ms: attempt.durationMs,
      outcome: attempt.outcome,
      status_code: attempt.statusCode,
      error: attempt.error,
      request: JSON.stringify(attempt.request),
      response: attempt.response === null ? null : JSON.stringify(attempt.response),
    })
    .execute();
}

export async function markStepDone(deliveryId: number, step: string): Promise<void> {
  await pool().query(
    "update deliveries set done_steps = array_append(done_steps, $2) where id = $1 and not ($2 = any (done_steps))",
    [deliveryId, step],
  );
}

/** Returns an integration's latest finished deliveries that count for automatic pausing, newest first. Tests don't count. */
export async function lastFinished(
  trx: Tx,
  integrationId: number,
  count: number,
): Promise<{ status: string; finishedAt: Date }[]> {
  return trx
    .selectFrom("deliveries as d")
    .innerJoin("integrations as i", "i.id", "d.integration_id")
    .select(["d.status", sql<Date>`d.finished_at`.as("finishedAt")])
    .where("d.integration_id", "=", integrationId)
    .where("d.is_test", "=", false)
    .where("d.is_drill", "=", false)
    .where("d.digest_id", "is", null)
    .where("d.status", "in", ["delivered", "failed"])
    .where(sql<boolean>`d.finished_at > coalesce(i.failures_since, '-infinity')`)
    .orderBy("d.finished_at", "desc")
    .orderBy("d.id", "desc")
    .limit(count)
    .execute();
}

/** Pauses an integration; false when it was already paused. */
export async function pauseIntegration(trx: Tx, integrationId: number, reason: string): Promise<boolean> {
  const row = await trx
    .updateTable("integrations")
    .set({ paused: true, pause_reason: reason, updated_at: sql<Date>`now()` })
    .where("id", "=", integrationId)
    .where("paused", "=", false)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a finished delivery pending again with all its attempts; false when it is already pending. */
export async function reopenDelivery(trx: Tx, projectId: number, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("deliveries")
    .set({
      status: "pending",
      reason: null,
      attempts: 0,
      done_steps: [],
      finished_at: null,
      next_attempt_at: now,
      is_resend: true,
    })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("status", "<>", "pending")
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await addDeliverJob(trx, id);
  return true;
}

export async function markFannedOut(trx: Tx, eventId: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("events")
    .set({ fanned_out_at: now })
    .where("id", "=", eventId)
    .where("fanned_out_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
