import { type RawBuilder, sql } from "kysely";
import { MUTED_BY_PAUSE, MUTED_BY_WINDOW } from "@/lib/domain/alerting/policy";
import type { Tx } from "@/lib/store/core/tx";
import { IS_END, STARTS } from "./delivery-conditions";
import { wakeDispatchers } from "./events";
import { addPushJob, type PushKey } from "./push-deliveries";

/**
 * Makes muted notifications due if they're still true after their window: the start of an open incident, and the
 * recovery of an incident whose start was sent. The policy decides about them again, so those that another window mutes
 * stay muted. When they were muted doesn't matter, because clocks can be set back.
 */
export async function releaseMuted(
  trx: Tx,
  { projectId, monitorIds }: { projectId: number; monitorIds: readonly number[] },
  now: Date,
): Promise<void> {
  const isOfSpan = sql`d.project_id = ${projectId} and d.incident_id in (
    select incident_id from incident_monitors where project_id = ${projectId} and monitor_id = any (${monitorIds}::bigint[]))`;
  const muted = { isOfSpan, reason: MUTED_BY_WINDOW, now };
  await release(trx, { ...muted, ...DELIVERIES });
  await wakeDispatchers(trx);
  for (const push of await release(trx, { ...muted, ...PUSHES })) await addPushJob(trx, push);
}

/** Does the same for the notifications that an integration missed while paused, when it's resumed. */
export async function releasePaused(trx: Tx, id: number, now: Date): Promise<void> {
  const isOfSpan = sql`d.integration_id = ${id}`;
  await release(trx, { isOfSpan, reason: MUTED_BY_PAUSE, now, ...DELIVERIES });
  await wakeDispatchers(trx);
}

interface Recipients {
  readonly table: RawBuilder<unknown>;
  /** The column that says who gets the notification. */
  readonly recipient: RawBuilder<unknown>;
  readonly isEnd: RawBuilder<unknown>;
  /** Takes a notification out of the digest that it was muted in. */
  readonly alone: RawBuilder<unknown>;
}

const DELIVERIES: Recipients = {
  table: sql.table("deliveries"),
  recipient: sql.ref("integration_id"),
  isEnd: sql.raw(IS_END),
  alone: sql`, is_digest = false, digest_id = null`,
};
const PUSHES: Recipients = {
  table: sql.table("push_deliveries"),
  recipient: sql.ref("subscription_id"),
  isEnd: sql`e.key = 'uptime.incident.recovered'`,
  alone: sql``,
};

interface Release extends Recipients {
  readonly isOfSpan: RawBuilder<unknown>;
  readonly reason: string;
  readonly now: Date;
}

async function release(trx: Tx, { table, recipient, isEnd, alone, ...muted }: Release): Promise<PushKey[]> {
  const { rows } = await sql<PushKey>`
    update ${table} d set status = 'pending', reason = null, finished_at = null, next_attempt_at = ${muted.now}::timestamptz ${alone}
    from events e
    where ${muted.isOfSpan} and e.project_id = d.project_id and e.id = d.event_id
      and d.status = 'muted' and d.reason = ${muted.reason}
      and (
        e.key in ${sql.raw(STARTS)} and exists (
          select 1 from incidents i where i.project_id = d.project_id and i.id = d.incident_id and i.status <> 'recovered')
        and not exists (
          select 1 from incident_monitors r where r.project_id = d.project_id and r.incident_id = d.incident_id
            and r.monitor_id = e.monitor_id and r.recovered_at is not null)
        or ${isEnd} and exists (
          select 1 from ${table} s join events se on se.project_id = s.project_id and se.id = s.event_id
          where s.project_id = d.project_id and s.incident_id = d.incident_id and s.${recipient} = d.${recipient}
            and s.status = 'delivered' and s.event_id < d.event_id and se.key in ${sql.raw(STARTS)}))
    returning d.id, d.project_id`.execute(trx);
  return rows;
}
