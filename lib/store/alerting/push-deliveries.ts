import { sql } from "kysely";
import { executePrepared, read } from "@/lib/store/core/connection/statements";
import { addJob } from "@/lib/store/core/jobs";
import { db } from "@/lib/store/core/pool";
import { among, readEachPart } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { START_IS_MUTED, START_IS_SENT } from "./delivery-conditions";

/** Runs after the incident engine's own jobs, like other deliveries. */
const PRIORITY = 10;

/** Identifies a push delivery. */
export interface PushKey {
  readonly id: number;
  readonly project_id: number;
}

/** Adds the push delivery's job; a later call reschedules it. */
export function addPushJob(trx: Tx, { id, project_id: projectId }: PushKey, runAt?: Date): Promise<void> {
  const payload = { deliveryId: id, projectId };
  return addJob(trx, "deliver_push", payload, { key: jobKey(id), runAt, priority: PRIORITY });
}

function jobKey(deliveryId: number): string {
  return `deliver_push:${deliveryId}`;
}

/** Inserts a delivery and its job for each browser of each member of the events' projects. Repeats add nothing. */
export async function insertPushDeliveries(
  trx: Tx,
  events: readonly { id: number; projectId: number; incidentId: number | null }[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  await executePrepared(
    trx,
    sql`
    with made as (
      insert into push_deliveries (project_id, subscription_id, event_id, incident_id, next_attempt_at)
      select n.project_id, s.id, n.event_id, n.incident_id, ${now}::timestamptz
      from unnest(${events.map(({ id }) => id)}::bigint[], ${events.map((one) => one.projectId)}::bigint[],
          ${events.map((one) => one.incidentId)}::bigint[]) as n(event_id, project_id, incident_id)
        join project_members m on m.project_id = n.project_id join push_subscriptions s on s.user_id = m.user_id
      order by n.event_id, s.id
      on conflict (event_id, subscription_id, project_id) do nothing returning id, project_id)
    select graphile_worker.add_job('deliver_push', json_build_object('deliveryId', id, 'projectId', project_id), job_key := 'deliver_push:' || id,
      priority := ${PRIORITY}::int) from made`,
  );
}

export interface DuePush {
  id: number;
  project_id: number;
  subscription_id: number;
  event_id: number;
  incident_id: number | null;
  status: string;
  attempts: number;
  gathered: boolean;
  event_count: number;
  next_attempt_at: Date | null;
  is_leased: boolean;
  /** Whether another event of the incident is being sent to this browser. */
  is_blocked: boolean;
  /** Whether the user is still a member of the project. */
  is_member: boolean;
  /** Whether the browser was, or is being, notified of the incident's recovery. */
  recovery_is_covered: boolean;
  /** Whether it reports a recovery, and maintenance windows muted every start for the recipient. */
  start_is_muted: boolean;
  /** Whether a start of the incident was, or may have been, sent to the browser. */
  start_is_sent: boolean;
  /** Whether the browser was notified of a later event of the incident. */
  later_is_sent: boolean;
  endpoint_hash: Buffer;
  secrets: Buffer;
}

const OWN = "any ($2::bigint[])";
const SELECT = `
  select d.id, d.project_id, d.subscription_id, d.event_id, d.incident_id, d.status, d.attempts, d.gathered, d.event_count, d.next_attempt_at,
    coalesce(d.leased_until > clock_timestamp(), false) as is_leased,
    exists (select 1 from push_deliveries o where o.project_id = d.project_id and o.project_id = ${OWN} and o.subscription_id = d.subscription_id and o.incident_id = d.incident_id
      and o.id <> d.id and o.status = 'pending' and o.leased_until > clock_timestamp()) as is_blocked,
    exists (select 1 from project_members m where m.project_id = e.project_id and m.user_id = s.user_id) as is_member,
    exists (select 1 from push_deliveries o join events oe on oe.project_id = o.project_id and oe.project_id = ${OWN} and oe.id = o.event_id
      where o.project_id = d.project_id and o.project_id = ${OWN} and o.subscription_id = d.subscription_id
      and o.incident_id = d.incident_id and o.status in ('pending', 'delivered')
      and oe.key = 'uptime.incident.recovered') as recovery_is_covered,
    ${START_IS_MUTED("push_deliveries", "subscription_id", OWN)} as start_is_muted,
    ${START_IS_SENT("push_deliveries", "subscription_id", OWN)} as start_is_sent,
    exists (select 1 from push_deliveries o where o.project_id = d.project_id and o.project_id = ${OWN} and o.subscription_id = d.subscription_id and o.incident_id = d.incident_id
      and o.event_id > d.event_id and o.status = 'delivered') as later_is_sent,
    s.endpoint_hash, s.secrets
  from push_deliveries d join push_subscriptions s on s.id = d.subscription_id join events e on e.project_id = d.project_id and e.project_id = ${OWN} and e.id = d.event_id
  where d.id = $1 and d.project_id = any ($2::bigint[])`;

/** Returns a push delivery with the facts that decide whether it's sent. */
export async function selectDuePush({ id, project_id: projectId }: PushKey): Promise<DuePush | null> {
  return (await read<DuePush>(SELECT, [id, [projectId]]))[0] ?? null;
}

/** Returns the notifications that a browser got in the window, and whether more events wait to be combined. */
export async function recentPushes(
  delivery: DuePush,
  since: Date,
): Promise<{ sent: number; digestOpen: boolean }> {
  const { rows } = await sql<{ sent: number; digestOpen: boolean }>`
    select (select count(*)::int from push_deliveries where ${ofBrowser(delivery)} and status = 'delivered' and finished_at > ${since}) as sent,
      exists (select 1 from push_deliveries where ${ofBrowser(delivery)} and status = 'pending' and gathered and event_count = 1
        and leased_until is null) as "digestOpen"`.execute(db());
  return rows[0] ?? { sent: 0, digestOpen: false };
}

/** The condition on the browser's deliveries, of the same project on a sharded database. */
function ofBrowser({ subscription_id, project_id }: DuePush) {
  return sql`subscription_id = ${subscription_id} and ${among("project_id", [project_id])}`;
}

/** Postpones a delivery, to combine it with others when the first of them is due. */
export async function gatherPush(trx: Tx, delivery: DuePush, at: Date): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    update push_deliveries set gathered = true, next_attempt_at = coalesce((
      select min(next_attempt_at) from push_deliveries
      where ${ofBrowser(delivery)} and gathered and status = 'pending' and attempts = 0), ${at}::timestamptz)
    where project_id = ${delivery.project_id} and id = ${delivery.id} and status = 'pending' returning next_attempt_at as at`.execute(
    trx,
  );
  if (rows[0]) await addPushJob(trx, delivery, rows[0].at);
}

/** Finishes the deliveries combined in this one. Returns the number of events, including its own. */
export async function leadGathered(trx: Tx, delivery: DuePush, now: Date): Promise<number> {
  await sql`select 1 from push_subscriptions where id = ${delivery.subscription_id} for no key update`.execute(
    trx,
  );
  const { rows } = await sql<{ event_count: number }>`
    with mine as (
      select id from push_deliveries where project_id = ${delivery.project_id} and id = ${delivery.id} and status = 'pending' and gathered
    ), others as (
      update push_deliveries set status = 'superseded', reason = 'Sent together with other events.', finished_at = ${now},
        next_attempt_at = null
      where ${ofBrowser(delivery)} and gathered and status = 'pending' and attempts = 0
        and id <> ${delivery.id} and exists (select 1 from mine) returning event_count
    )
    update push_deliveries set event_count = event_count + (select coalesce(sum(event_count), 0) from others)
    where project_id = ${delivery.project_id} and id in (select id from mine) returning event_count`.execute(
    trx,
  );
  return rows[0]?.event_count ?? 0;
}

/**
 * Leases a due delivery for `leaseMs` of the database's time. Returns the attempt number, or null when another worker has it. `now` has
 * whole milliseconds, so that what is due within its millisecond is due.
 */
export async function claimPush(
  trx: Tx,
  delivery: PushKey,
  now: Date,
  leaseMs: number,
): Promise<number | null> {
  const { rows } = await sql<{ attempts: number; leased_until: Date }>`
    update push_deliveries set attempts = attempts + 1,
      leased_until = statement_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)
    where project_id = ${delivery.project_id} and id = ${delivery.id} and status = 'pending' and next_attempt_at < ${now}::timestamptz + interval '1 ms'
      and (leased_until is null or leased_until <= statement_timestamp())
    returning attempts, leased_until`.execute(trx);
  const row = rows[0];
  if (!row) return null;
  // Runs only when this process dies before it records the result.
  await addPushJob(trx, delivery, row.leased_until);
  return row.attempts;
}

export interface PushEnd {
  status: "delivered" | "failed" | "muted" | "superseded";
  reason: string | null;
}

export async function endPush(trx: Tx, { id, project_id }: PushKey, end: PushEnd, now: Date): Promise<void> {
  await trx
    .updateTable("push_deliveries")
    .set({ ...end, finished_at: now, next_attempt_at: null, leased_until: null })
    .where("project_id", "=", project_id)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
  await sql`select graphile_worker.remove_job(${jobKey(id)})`.execute(trx);
}

export async function postponePush(
  trx: Tx,
  delivery: PushKey,
  until: Date,
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable("push_deliveries")
    .set({ next_attempt_at: until, leased_until: null, reason })
    .where("project_id", "=", delivery.project_id)
    .where("id", "=", delivery.id)
    .where("status", "=", "pending")
    .execute();
  await addPushJob(trx, delivery, until);
}

/** Returns overdue pending deliveries, which a killed process left. */
export function selectOverduePushes(before: Date, limit: number): Promise<PushKey[]> {
  return readEachPart("overdue browser notifications", async (projects) => {
    const rows = await read<PushKey>(
      `select id, project_id from push_deliveries where project_id = any ($3::bigint[]) and status = 'pending' and next_attempt_at < $1
         and coalesce(leased_until <= now(), true) order by next_attempt_at limit $2`,
      [before, limit, projects],
    );
    return rows;
  });
}
