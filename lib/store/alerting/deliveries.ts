import type { Selectable } from "kysely";
import type { AppId } from "@/lib/contract/apps/registry";
import { read } from "@/lib/store/core/connection/statements";
import type { Found, Slice } from "@/lib/store/core/listed";
import type { Database } from "@/lib/store/schema/tables";

/** A delivery as shown in lists. */
export interface DeliveryRow {
  id: number;
  request_id: string;
  event: string;
  status: string;
  reason: string | null;
  failed_over: string | null;
  failover_note: string | null;
  attempts: number;
  integration_id: number;
  integration_name: string;
  app: AppId;
  alert_rule_id: number | null;
  incident_id: number | null;
  occurred_at: Date;
  next_attempt_at: Date | null;
  /** Set while the integration is rate-limited until then. */
  rate_limited_until: Date | null;
  finished_at: Date | null;
  created_at: Date;
}

export type AttemptRow = Omit<Selectable<Database["delivery_attempts"]>, "project_id" | "delivery_id">;

/** Columns of `DeliveryRow`; `e` is the event. */
export const DELIVERY_SELECT = `
  select d.id, d.request_id, coalesce(e.key, 'test') as event, d.status, d.reason, d.failed_over, d.failover_note, d.attempts, d.integration_id,
    i.name as integration_name, i.app, d.alert_rule_id, d.incident_id, d.occurred_at, d.next_attempt_at,
    case when d.status = 'pending' and l.limited_until > clock_timestamp() and coalesce(d.leased_until <= clock_timestamp(), true)
      then l.limited_until end as rate_limited_until,
    d.finished_at,
    d.created_at
  from deliveries d join integrations i on i.id = d.integration_id left join events e on e.project_id = $1 and e.project_id = d.project_id and e.id = d.event_id
    left join integration_limits l on l.project_id = $1 and l.project_id = d.project_id and l.integration_id = d.integration_id`;

const WHERE = `
  where d.project_id = $1
    and (cardinality($2::text[]) = 0 or d.status = any ($2))
    and (cardinality($3::bigint[]) = 0 or d.integration_id = any ($3))
    and (cardinality($4::bigint[]) = 0 or d.incident_id = any ($4))`;

export interface DeliveryQuery {
  projectId: number;
  statuses: readonly string[];
  integrationIds: readonly number[];
  incidentIds: readonly number[];
}

/** Returns one page of a project's deliveries, newest first, and the number of matches. */
export async function selectDeliveries(
  query: DeliveryQuery,
  { limit, offset, countMax = null }: Slice,
): Promise<Found<DeliveryRow>> {
  const values = [query.projectId, query.statuses, query.integrationIds, query.incidentIds];
  const [rows, counted] = await Promise.all([
    read<DeliveryRow>(`${DELIVERY_SELECT} ${WHERE} order by d.id desc limit $5 offset $6`, [
      ...values,
      limit,
      offset,
    ]),
    read<{ total: number }>(
      `select count(*) as total from (select from deliveries d ${WHERE} limit ${countMax}) matching`,
      values,
    ),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function selectDelivery(projectId: number, id: number): Promise<DeliveryRow | null> {
  const [row] = await read<DeliveryRow>(`${DELIVERY_SELECT} where d.project_id = $1 and d.id = $2`, [
    projectId,
    id,
  ]);
  return row ?? null;
}

export async function selectAttempts(projectId: number, deliveryId: number): Promise<AttemptRow[]> {
  return read<AttemptRow>(
    `select id, attempt, started_at, duration_ms, outcome, status_code, error, request, response
     from delivery_attempts where project_id = $1 and delivery_id = $2 order by id limit 500`,
    [projectId, deliveryId],
  );
}
