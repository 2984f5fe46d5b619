import { sql } from "kysely";
import type { LimitingMonitor } from "@/lib/domain/alerting/alert-match";
import { inShard, type Shard } from "@/lib/store/core/shard";
import type { Tx } from "@/lib/store/core/tx";
import { STARTS } from "./delivery-conditions";

/** The integrations to which a start of an incident is sent, and whether the incident is still open there. */
export type StartRecipients = Map<number, boolean>;

/** Returns by incident the integrations that have a delivery of one of its starts. */
export async function selectStartRecipients(
  trx: Tx,
  shard: Shard,
  incidentIds: readonly number[],
): Promise<Map<number, StartRecipients>> {
  const recipients = new Map(incidentIds.map((id): [number, StartRecipients] => [id, new Map()]));
  if (incidentIds.length === 0) return recipients;
  const { rows } = await sql<{ incident_id: number; integration_id: number; is_open: boolean }>`
    select d.incident_id, d.integration_id,
      max(e.id) filter (where e.key in ${sql.raw(STARTS)}) > coalesce(max(e.id) filter (where d.closes), 0) as is_open
    from deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
    where d.incident_id = any (${incidentIds}::bigint[]) and ${inShard("d.project_id", shard)}
      and (e.key in ${sql.raw(STARTS)} or d.closes)
    group by d.incident_id, d.integration_id`.execute(trx);
  for (const row of rows) recipients.get(row.incident_id)?.set(row.integration_id, row.is_open);
  return recipients;
}

/**
 * Returns by incident the monitors that are still down. Locks the incidents, so that no other server decides at the same time that
 * one of their monitors starts to fail or ends for an integration.
 */
export async function lockFailingMonitors(
  trx: Tx,
  shard: Shard,
  incidentIds: readonly number[],
): Promise<Map<number, LimitingMonitor[]>> {
  const failing = new Map<number, LimitingMonitor[]>();
  if (incidentIds.length === 0) return failing;
  await sql`select from incidents where id = any (${incidentIds}::bigint[]) and ${inShard("project_id", shard)}
    order by id for no key update`.execute(trx);
  const { rows } = await sql<{ incident_id: number; id: number; tags: string[] }>`
    select im.incident_id, m.id, coalesce(m.tags, '{}') as tags
    from incident_monitors im join monitors m on m.project_id = im.project_id and m.id = im.monitor_id
    where im.incident_id = any (${incidentIds}::bigint[]) and ${inShard("im.project_id", shard)} and im.recovered_at is null`.execute(
    trx,
  );
  for (const { incident_id: id, ...monitor } of rows) failing.set(id, [...(failing.get(id) ?? []), monitor]);
  return failing;
}
