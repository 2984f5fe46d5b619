import { sql } from "kysely";
import type { LimitingMonitor } from "@/lib/domain/alerting/alert-match";
import { MUTED_BY_WINDOW } from "@/lib/domain/alerting/policy";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { IS_END, STARTS } from "./delivery-conditions";

/** State of an integration that has a delivery of a start of the incident. */
export interface StartRecipient {
  /** Whether the incident is still open there. */
  readonly isOpen: boolean;
  /** State of the starts: maintenance windows muted all of them, some may still be muted or sent, or one is neither. */
  readonly starts: "muted" | "undecided" | "other";
}

export type StartRecipients = Map<number, StartRecipient>;

/** Returns by incident the integrations that have a delivery of one of its starts. */
export async function selectStartRecipients(
  trx: Tx,
  projects: Projects,
  incidentIds: readonly number[],
): Promise<Map<number, StartRecipients>> {
  const recipients = new Map(incidentIds.map((id): [number, StartRecipients] => [id, new Map()]));
  if (incidentIds.length === 0) return recipients;
  const isStart = sql`e.key in ${sql.raw(STARTS)}`;
  const isEnd = sql.raw(IS_END);
  const isMuted = sql`(d.status = 'muted' and d.reason = ${MUTED_BY_WINDOW})`;
  const { rows } = await sql<StartRecipient & { incident_id: number; integration_id: number }>`
    select d.incident_id, d.integration_id,
      coalesce(max(e.id) filter (where ${isStart}) > coalesce(max(e.id) filter (where ${isEnd}), 0), false) as "isOpen",
      case when bool_and(${isMuted}) filter (where ${isStart}) then 'muted'
        when bool_and(${isMuted} or d.status = 'pending' and d.attempts = 0) filter (where ${isStart}) then 'undecided'
        else 'other' end as starts
    from deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
    where d.incident_id = any (${incidentIds}::bigint[]) and ${among("d.project_id", projects)}
      and (${isStart} or ${isEnd})
    group by d.incident_id, d.integration_id`.execute(trx);
  for (const { incident_id: incidentId, integration_id: id, ...recipient } of rows)
    recipients.get(incidentId)?.set(id, recipient);
  return recipients;
}

/**
 * Returns by incident the monitors that are still down. Locks the incidents, so that no other server decides at the same time that
 * one of their monitors starts to fail or ends for an integration.
 */
export async function lockFailingMonitors(
  trx: Tx,
  projects: Projects,
  incidentIds: readonly number[],
): Promise<Map<number, LimitingMonitor[]>> {
  const failing = new Map<number, LimitingMonitor[]>();
  if (incidentIds.length === 0) return failing;
  await sql`select 1 from incidents where id = any (${incidentIds}::bigint[]) and ${among("project_id", projects)}
    order by id for no key update`.execute(trx);
  const { rows } = await sql<{ incident_id: number; id: number; tags: string[] }>`
    select im.incident_id, m.id, coalesce(m.tags, '{}') as tags
    from incident_monitors im join monitors m on m.project_id = im.project_id and m.id = im.monitor_id
    where im.incident_id = any (${incidentIds}::bigint[]) and ${among("im.project_id", projects)} and im.recovered_at is null`.execute(
    trx,
  );
  for (const id of incidentIds) failing.set(id, []);
  for (const { incident_id: id, ...monitor } of rows) failing.get(id)?.push(monitor);
  return failing;
}
