import { type RawBuilder, sql } from "kysely";
import { MUTED_BY_WINDOW } from "@/lib/domain/alerting/policy";
import type { Tx } from "@/lib/store/core/tx";
import { IS_END, STARTS } from "./delivery-conditions";
import { addPushJob, type PushKey } from "./push-deliveries";
import { wakeDispatchers } from "./wake";

/** What a window muted: the incident notifications of its monitors since `since`. */
export interface MutedSpan {
  readonly projectId: number;
  readonly monitorIds: readonly number[];
  readonly since: Date;
}

/**
 * Makes muted notifications due that are still true after their window: the start of an incident that is open, and the recovery of
 * one whose start was sent. The policy decides about them again, so those that another window mutes stay muted.
 */
export async function releaseMuted(trx: Tx, span: MutedSpan, now: Date): Promise<void> {
  await release(trx, {
    span,
    now,
    table: sql.table("deliveries"),
    recipient: sql.ref("integration_id"),
    isEnd: sql.raw(IS_END),
  });
  await wakeDispatchers(trx);
  const pushes = await release(trx, {
    span,
    now,
    table: sql.table("push_deliveries"),
    recipient: sql.ref("subscription_id"),
    isEnd: sql`e.key = 'uptime.incident.recovered'`,
  });
  for (const push of pushes) await addPushJob(trx, push);
}

interface Release {
  readonly span: MutedSpan;
  readonly now: Date;
  readonly table: RawBuilder<unknown>;
  /** The column that says who gets the notification. */
  readonly recipient: RawBuilder<unknown>;
  readonly isEnd: RawBuilder<unknown>;
}

async function release(trx: Tx, { span, now, table, recipient, isEnd }: Release): Promise<PushKey[]> {
  const { projectId, monitorIds, since } = span;
  const { rows } = await sql<PushKey>`
    update ${table} d set status = 'pending', reason = null, finished_at = null, next_attempt_at = ${now}::timestamptz
    from events e, incidents i
    where d.project_id = ${projectId} and e.project_id = d.project_id and e.id = d.event_id
      and i.project_id = d.project_id and i.id = d.incident_id
      and d.incident_id in (
        select incident_id from incident_monitors where project_id = ${projectId} and monitor_id = any (${monitorIds}::bigint[]))
      and d.status = 'muted' and d.reason = ${MUTED_BY_WINDOW} and d.finished_at >= ${since}::timestamptz
      and (
        e.key in ${sql.raw(STARTS)} and i.status <> 'recovered' and not exists (
          select 1 from incident_monitors r where r.project_id = d.project_id and r.incident_id = d.incident_id
            and r.monitor_id = e.monitor_id and r.recovered_at is not null)
        or ${isEnd} and exists (
          select 1 from ${table} s join events se on se.project_id = s.project_id and se.id = s.event_id
          where s.project_id = d.project_id and s.incident_id = d.incident_id and s.${recipient} = d.${recipient}
            and s.status = 'delivered' and s.event_id < d.event_id and se.key in ${sql.raw(STARTS)}))
    returning d.id, d.project_id`.execute(trx);
  return rows;
}
