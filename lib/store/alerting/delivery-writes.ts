import { type Kysely, sql } from "kysely";
import { prepared } from "@/lib/store/core/connection/prepared";
import { executePrepared, read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { among, asyncCommit, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";
import { IS_FREE } from "./delivery-conditions";
import { endDigest } from "./digests";
import { wakeDispatchers } from "./events";

/** Inserts the delivery of a test message, due now. Returns its ID. */
export async function insertTestDelivery(
  trx: Tx,
  integration: { id: number; projectId: number },
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto("deliveries")
    .values({
      project_id: integration.projectId,
      integration_id: integration.id,
      occurred_at: now,
      next_attempt_at: now,
      is_test: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await wakeDispatchers(trx);
  return id;
}

/** A delivery of an event through an integration that an alert rule names. */
export interface NewDelivery {
  readonly eventId: number;
  readonly ruleId: number;
  readonly incidentId: number | null;
  readonly isTestIncident: boolean;
  /** Whether it ends the incident for the integration alone. */
  readonly closes: boolean;
}

export interface InsertedDelivery {
  id: number;
  event_id: number;
  integration_id: number;
  incident_id: number | null;
  is_digest: boolean;
}

/** Inserts deliveries in order, without those of events that the integration already has. */
export async function insertDeliveries(
  trx: Tx,
  projects: Projects,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<InsertedDelivery[]> {
  if (deliveries.length === 0) return [];
  const rows = await executePrepared(
    trx,
    sql<InsertedDelivery>`
    insert into deliveries (project_id, event_id, alert_rule_id, integration_id, incident_id, occurred_at, next_attempt_at,
      message_settings, is_test_incident, closes)
    select e.project_id, e.id, r.id, r.integration_id, n.incident_id, e.occurred_at, ${now}::timestamptz, r.integration_settings, n.is_test_incident, n.closes
    from unnest(${deliveries.map((one) => one.eventId)}::bigint[], ${deliveries.map((one) => one.ruleId)}::bigint[],
        ${deliveries.map((one) => one.incidentId)}::bigint[], ${deliveries.map((one) => one.isTestIncident)}::boolean[],
        ${deliveries.map((one) => one.closes)}::boolean[])
        with ordinality as n(event_id, rule_id, incident_id, is_test_incident, closes, place)
      join events e on e.id = n.event_id join alert_rules r on r.id = n.rule_id
    where ${among("e.project_id", projects)}
    order by n.place
    on conflict (event_id, integration_id, project_id) do nothing
    returning id, event_id, integration_id, incident_id, is_digest`,
  );
  return rows;
}

/**
 * Leases due deliveries to one worker for `leaseMs`. The lease uses only the database's clock, so that a server's clock jumping
 * neither ends nor extends it. Returns the attempt numbers by ID, without deliveries that another worker has, and those whose integration has
 * been rate-limited in the meantime.
 */
export async function claimDeliveries(
  executor: Kysely<Database>,
  projects: Projects,
  ids: readonly number[],
  now: Date,
  leaseMs: number,
): Promise<Map<number, number>> {
  const rows = await executePrepared(
    executor,
    sql<{ id: number; attempts: number }>`
    update deliveries d set attempts = d.attempts + 1,
      leased_until = statement_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)
    from (select id from deliveries d where ${among("project_id", projects)} and id = any (${ids}::bigint[]) and status = 'pending' and next_attempt_at <= ${now}::timestamptz
      and ${sql.raw(IS_FREE)} and (is_test or not exists (
        select 1 from integration_limits l where ${among("l.project_id", projects)} and l.integration_id = d.integration_id and l.limited_until > statement_timestamp()))
      order by id for update) due
    where ${await asyncCommit()} and ${among("d.project_id", projects)} and d.id = due.id returning d.id, d.attempts`,
  );
  return new Map(rows.map((row) => [row.id, row.attempts]));
}

/** Extends the lease of an attempt that is still under way, so that no other worker begins another. */
export async function renewLease(
  { id, project_id: projectId }: { id: number; project_id: number },
  attempt: number,
  leaseMs: number,
): Promise<void> {
  await sql`
    update deliveries set leased_until = statement_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)
    where project_id = ${projectId} and id = ${id} and attempts = ${attempt} and status = 'pending'`.execute(
    db(),
  );
}

export interface DeliveryEnd {
  status: "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
  reason: string | null;
  now: Date;
  remoteId?: string | null;
}

/** A delivery to finish, and how. */
export interface EndingDelivery {
  readonly id: number;
  readonly is_digest: boolean;
  readonly end: DeliveryEnd;
}

const END = prepared(`
  update deliveries d set status = n.status, reason = n.reason, finished_at = n.finished_at, next_attempt_at = null, leased_until = null,
    remote_id = coalesce(n.remote_id, d.remote_id)
  from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::text[]) as n(id, status, reason, finished_at, remote_id)
  where d.project_id = any ($6::bigint[]) and d.id = n.id and d.status = 'pending' returning d.id`);

/** Finishes pending deliveries, and with a digest its members. Returns those that were still pending. */
export async function endDeliveries(
  trx: Tx,
  projects: Projects,
  deliveries: readonly EndingDelivery[],
): Promise<Set<number>> {
  if (deliveries.length === 0) return new Set();
  const ends = deliveries.map(({ end }) => end);
  const values = [
    deliveries.map(({ id }) => id),
    ends.map((one) => one.status),
    ends.map((one) => one.reason),
    ends.map((one) => one.now),
    ends.map((one) => one.remoteId ?? null),
  ];
  const rows = await read<{ id: number }>(END, [...values, projects], trx);
  const ended = new Set(rows.map(({ id }) => id));
  for (const one of deliveries)
    if (one.is_digest && ended.has(one.id)) await endDigest(trx, projects, one.id, one.end);
  return ended;
}

/** Postpones a pending delivery. */
export async function postponeDelivery(
  trx: Tx,
  { id, project_id: projectId }: { id: number; project_id: number },
  until: Date,
  reason: string | null,
  remoteId: string | null = null,
): Promise<void> {
  const remote = remoteId === null ? {} : { remote_id: remoteId };
  await trx
    .updateTable("deliveries")
    .set({ next_attempt_at: until, leased_until: null, reason, ...remote })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

/** Postpones pending deliveries that no worker is sending. */
export async function postponeDeliveries(
  projects: Projects,
  ids: readonly number[],
  until: Date,
  reason: string,
): Promise<void> {
  await sql`
    update deliveries d set next_attempt_at = ${until}::timestamptz, reason = ${reason}
    where ${among("d.project_id", projects)} and d.id = any (array(
      select id from deliveries d where ${among("d.project_id", projects)} and id = any (${ids}::bigint[]) and status = 'pending'
        and ${sql.raw(IS_FREE)} order by id for update))`.execute(db());
}

/** Returns an integration's latest finished deliveries that count for automatic pausing, newest first. Tests don't count. */
export async function lastFinished(
  trx: Tx,
  projects: Projects,
  integrationId: number,
  count: number,
): Promise<{ status: string; finishedAt: Date }[]> {
  return trx
    .selectFrom("deliveries as d")
    .innerJoin("integrations as i", "i.id", "d.integration_id")
    .select(["d.status", sql<Date>`d.finished_at`.as("finishedAt")])
    .where(among("d.project_id", projects))
    .where("d.integration_id", "=", integrationId)
    .where("d.is_test", "=", false)
    .where("d.is_test_incident", "=", false)
    .where("d.digest_id", "is", null)
    .where("d.status", "in", ["delivered", "failed"])
    .where(sql<boolean>`d.finished_at > coalesce(i.failures_since, '-infinity')`)
    .orderBy("d.finished_at", "desc")
    .orderBy("d.id", "desc")
    .limit(count)
    .execute();
}

/** Replaces settings of an integration, unless they have other values than before. */
export async function replaceSettings(integrationId: number, before: object, after: object): Promise<void> {
  await sql`
    update integrations set settings = settings::jsonb || ${JSON.stringify(after)}::jsonb, updated_at = now()
    where id = ${integrationId} and settings::jsonb @> ${JSON.stringify(before)}::jsonb`.execute(db());
}

/** Pauses an integration; false when it was already paused. */
export async function pauseIntegration(trx: Tx, integrationId: number, reason: string): Promise<boolean> {
  const row = await trx
    .updateTable("integrations")
    .set({ paused: true, pause_reason: reason, paused_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where("id", "=", integrationId)
    .where("paused", "=", false)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes a finished delivery pending again with all its attempts, outside the digest that included it. Returns false when it is
 * already pending.
 */
export async function reopenDelivery(trx: Tx, projectId: number, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("deliveries")
    .set({
      status: "pending",
      reason: null,
      attempts: 0,
      done_steps: [],
      digest_id: null,
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
  await wakeDispatchers(trx);
  return true;
}
