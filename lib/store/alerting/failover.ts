import { sql } from "kysely";
import { FAILOVER_EVENTS, RATE_LIMITED_TOO_LONG_MS } from "@/lib/domain/alerting/failover";
import { pool } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import { addDeliverJob } from "./delivery-writes";

export interface Channel {
  id: number;
  name: string;
}

/** The first of the integrations that can be told at once and was not told of this event: neither paused nor held. */
export async function firstUntold(
  trx: Tx,
  eventId: number,
  integrationIds: readonly number[],
): Promise<Channel | null> {
  const { rows } = await sql<Channel>`
    select i.id, i.name from integrations i
    where i.id = any (${integrationIds}::bigint[]) and not i.paused and coalesce(i.hold_until <= clock_timestamp(), true)
      and not exists (select 1 from deliveries d where d.event_id = ${eventId} and d.integration_id = i.id
        and d.status not in ('rate_limited', 'muted'))
    order by array_position(${integrationIds}::bigint[], i.id) limit 1`.execute(trx);
  return rows[0] ?? null;
}

/** The project's way to its owners by mail, made when it is needed first. */
export async function fallbackChannel(trx: Tx, projectId: number): Promise<Channel> {
  await sql`insert into integrations (project_id, app, name, is_fallback) values (${projectId}, 'email', 'Owners by mail', true)
    on conflict (project_id) where is_fallback do nothing`.execute(trx);
  return trx
    .selectFrom("integrations")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .where("is_fallback", "=", true)
    .executeTakeFirstOrThrow();
}

/** Marks an alert as handed on; false when it was, or when it is nobody's alarm (a test, a drill, a repeat that a person asked for). */
export async function markHandedOn(trx: Tx, id: number, words: string): Promise<boolean> {
  const row = await trx
    .updateTable("deliveries")
    .set({ handed_on: words })
    .where("id", "=", id)
    .where("handed_on", "is", null)
    .where("is_test", "=", false)
    .where("is_drill", "=", false)
    .where("is_resend", "=", false)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Delivery `d` waits, and its integration `i` is held until too long after it was made: by the database's clock alone. */
const HELD_TOO_LONG = `d.status = 'pending' and d.handed_on is null and not d.is_test and not d.is_drill and not d.is_resend
  and coalesce(d.leased_until <= clock_timestamp(), true) and i.hold_until > clock_timestamp()
  and i.hold_until > d.created_at + interval '${RATE_LIMITED_TOO_LONG_MS} milliseconds'`;

/** Until when a waiting delivery's channel is held, when that is too long for an alert; it stays locked. Null otherwise. */
export async function lockHeldTooLong(trx: Tx, id: number): Promise<Date | null> {
  const { rows } = await sql<{ hold_until: Date }>`
    select i.hold_until from deliveries d join integrations i on i.id = d.integration_id
    where d.id = ${id} and ${sql.raw(HELD_TOO_LONG)} for no key update of d`.execute(trx);
  return rows[0]?.hold_until ?? null;
}

/** Alerts that wait at a channel held for long, and that nobody told another way: their worker died, or the hold came after their turn. */
export async function selectHeldUntold(before: Date, limit: number): Promise<number[]> {
  const { rows } = await pool().query<{ id: number }>(
    `select d.id from deliveries d join integrations i on i.id = d.integration_id join events e on e.id = d.event_id
     where ${HELD_TOO_LONG} and d.next_attempt_at < $1 and not i.is_fallback and (d.is_digest or e.key = any ($3))
     order by d.next_attempt_at limit $2`,
    [before, limit, FAILOVER_EVENTS],
  );
  return rows.map((row) => row.id);
}

export interface HandedOn {
  fromId: number;
  integrationId: number;
  messageSettings: object | null;
  note: string;
  now: Date;
}

/**
 * Makes the delivery that tells an alert another way; of a digest one digest. A delivery there that was kept back is taken up, one
 * that was told stays as it is. Without a rule: its rate limit does not hold an alert that nobody got. Returns how many are told.
 */
export async function insertHandedOn(trx: Tx, handed: HandedOn): Promise<number> {
  const settings = handed.messageSettings && JSON.stringify(handed.messageSettings);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into deliveries as there (project_id, event_id, integration_id, incident_id, occurred_at, next_attempt_at,
        message_settings, handed_from, handed_note)
      select d.project_id, d.event_id, ${handed.integrationId}, d.incident_id, d.occurred_at, ${handed.now}::timestamptz,
        ${settings}::json, d.id, ${handed.note}
      from deliveries d join events e on e.id = d.event_id
      where (d.id = ${handed.fromId} or d.digest_id = ${handed.fromId}) and d.status = 'pending' and not d.is_drill
        and e.key = any (${FAILOVER_EVENTS}::text[])
      on conflict (event_id, integration_id) do update set status = 'pending', reason = null, finished_at = null,
        alert_rule_id = null, next_attempt_at = excluded.next_attempt_at, message_settings = excluded.message_settings,
        handed_from = excluded.handed_from, handed_note = excluded.handed_note
      where there.status in ('rate_limited', 'muted')
      returning id, event_id)
    select id from made order by event_id`.execute(trx);
  const [leader, ...others] = rows.map((row) => row.id);
  if (leader === undefined) return 0;
  if (others.length > 0) {
    await sql`update deliveries set is_digest = (id = ${leader}), digest_id = nullif(${leader}::bigint, id),
      next_attempt_at = case when id = ${leader} then next_attempt_at end
      where id = any (${[leader, ...others]}::bigint[])`.execute(trx);
  }
  await addDeliverJob(trx, leader);
  return rows.length;
}
