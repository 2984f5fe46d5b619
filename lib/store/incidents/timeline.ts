import type { UnmatchedRules } from "@/lib/domain/alerting/alert-match";
import type { UpInterval } from "@/lib/domain/checks/availability";
import { read } from "@/lib/store/core/connection/statements";
import type { Tx } from "@/lib/store/core/tx";

export interface TimelineRow {
  at: Date;
  kind: string;
  text: string;
  detail: Record<string, unknown> | null;
}

/** What a mass outage repeats beyond the rows that are read. */
export interface OmittedRow {
  kind: string;
  integration: string | null;
  status: string | null;
  count: number;
  first_at: Date;
}

const LINES = `
  select occurred_at as at, kind, reason as text, detail, id,
    case when kind in ('opened', 'propagated', 'partially_recovered') then kind end as repeated
    from incident_timeline where project_id = $1 and incident_id = $2
  union all
  select created_at, 'comment', content, jsonb_build_object('comment_id', id, 'creator', creator_label,
      'creator_type', creator_type, 'creator_id', creator_id), id, null
    from incident_comments where project_id = $1 and incident_id = $2
  union all
  select coalesce(d.finished_at, d.created_at), 'delivery', i.name,
      jsonb_build_object('delivery_id', d.id, 'integration_id', i.id, 'app', i.app, 'event', e.key,
        'status', d.status, 'reason', d.reason, 'attempts', d.attempts), d.id,
      case when d.status in ('delivered', 'superseded', 'muted', 'rate_limited') then d.status || ' ' || i.id end
    from deliveries d join integrations i on i.id = d.integration_id left join events e on e.project_id = $1 and e.id = d.event_id
    where d.project_id = $1 and d.incident_id = $2`;

/**
 * Returns an incident's decisions, comments, and notifications, newest first: at most `limit` of what happens once, and at most `each`
 * of every kind that a mass outage repeats, so that what happened once isn't crowded out.
 */
export async function selectTimeline(
  projectId: number,
  incidentId: number,
  { limit, each }: { limit: number; each: number },
): Promise<{ rows: TimelineRow[]; omitted: OmittedRow[] }> {
  const rows = await read<TimelineRow & OmittedRow & { place: number }>(
    `select at, kind, text, detail, place, count, first_at,
       case when kind = 'delivery' then text end as integration, case when kind = 'delivery' then detail->>'status' end as status
     from (select *, row_number() over by_kind as place, count(*) over (partition by repeated)::int as count,
             min(at) over (partition by repeated) as first_at
           from (${LINES}) lines window by_kind as (partition by repeated order by at desc, id desc)) ranked
     where place <= case when repeated is null then $3::int else $4::int end
     order by at desc, id desc`,
    [projectId, incidentId, limit, each],
  );
  const last = rows.filter(({ place, count }) => place === each && count > each);
  return { rows, omitted: last.map((row) => ({ ...row, count: row.count - each })) };
}

/** Returns what an incident's opening recorded about the failure; empty if that is unknown. */
export async function openingDetail(
  trx: Tx,
  projectId: number,
  incidentId: number,
): Promise<Record<string, unknown>> {
  const row = await trx
    .selectFrom("incident_timeline")
    .select("detail")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .where("kind", "=", "opened")
    .executeTakeFirst();
  return (row?.detail ?? {}) as Record<string, unknown>;
}

export interface StartNotifications {
  /** Whether alert rules were matched with the incident's start. */
  isDecided: boolean;
  sent: { status: string; reason: string | null }[];
  /** Why no alert rule matched; null if one did. */
  unmatched: UnmatchedRules | null;
}

/** Returns the notifications of the incident's start to integrations and browsers. */
export async function selectStartNotifications(
  projectId: number,
  incidentId: number,
): Promise<StartNotifications> {
  const rows = await read<StartNotifications>(
    `with starts as (
       select id, key, fanned_out_at, unmatched_rules from events where project_id = $1 and incident_id = $2
         and key in ('uptime.incident.created', 'uptime.incident.propagated')),
     sent as (
       select status, reason from deliveries where project_id = $1 and incident_id = $2 and event_id in (select id from starts)
       union all
       select status, reason from push_deliveries where project_id = $1 and event_id in (select id from starts))
     select coalesce((select bool_or(fanned_out_at is not null) from starts where key = 'uptime.incident.created'), false) as "isDecided",
       (select unmatched_rules from starts where key = 'uptime.incident.created' order by id desc limit 1) as unmatched,
       coalesce((select jsonb_agg(distinct jsonb_build_object('status', status, 'reason', reason)) from sent), '[]') as sent`,
    [projectId, incidentId],
  );
  return rows[0] ?? { isDecided: false, sent: [], unmatched: null };
}

export interface AffectedRow {
  id: number;
  name: string;
  failing_since: Date | null;
  recovered_at: Date | null;
  observed_up: UpInterval[];
}

/** Returns the first of the incident's monitors and when each failed and recovered. */
export async function selectAffected(
  projectId: number,
  incidentId: number,
  limit: number,
): Promise<AffectedRow[]> {
  return read<AffectedRow>(
    `select m.id, m.name, im.failing_since, im.recovered_at, im.observed_up
     from incident_monitors im join monitors m on m.project_id = $1 and m.id = im.monitor_id
     where im.project_id = $1 and im.incident_id = $2 order by im.position, m.id limit $3`,
    [projectId, incidentId, limit],
  );
}
