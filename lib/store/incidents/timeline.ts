import { sql } from "kysely";
import type { UnmatchedRules } from "@/lib/domain/alerting/alert-match";
import type { UpInterval } from "@/lib/domain/checks/availability";
import { type PostMortemFacts, TIMELINE_LINES_MAX } from "@/lib/domain/incidents/post-mortem";
import { read } from "@/lib/store/core/connection/statements";
import type { Tx } from "@/lib/store/core/tx";

export interface TimelineRow {
  at: Date;
  kind: string;
  text: string;
  detail: Record<string, unknown> | null;
}

/** Repetitions in a mass outage beyond the rows that are read. */
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

/** Returns the record of the failure that opened an incident; empty if that is unknown. */
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

/**
 * Returns whether every region of an incident's monitors was down at some point until `at`. Determined when the incident ends,
 * because raw results are deleted much earlier than incidents. False for manual incidents.
 */
export async function didAllRegionsFail(
  trx: Tx,
  projectId: number,
  incidentId: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ all_failed: boolean | null }>`
    select bool_and((select count(*) from results r
        where r.project_id = ${projectId} and r.monitor_id = m.id and r.region = checked.place and r.outcome = 1
          and r.scheduled_at > im.failing_since - interval '1 day' and r.scheduled_at <= ${at}
          and r.started_at >= im.failing_since and r.started_at <= ${at}) >= m.incident_confirmations) as all_failed
    from incident_monitors im join monitors m on m.project_id = im.project_id and m.id = im.monitor_id
      cross join unnest(m.regions) as checked(place)
    where im.project_id = ${projectId} and im.incident_id = ${incidentId}`.execute(trx);
  return rows[0]?.all_failed ?? false;
}

/** Returns the facts of an automatic incident that has just recovered; null for manual incidents and when the project wants no drafts. */
export async function postMortemFacts(
  trx: Tx,
  projectId: number,
  incidentId: number,
): Promise<PostMortemFacts | null> {
  const { rows } = await sql<Omit<PostMortemFacts, "timeline"> & { wanted: boolean }>`
    select p.use_incident_ai and i.type = 'monitor' as wanted, i.title, i.problem->>'class' as cause,
      i.incident_at as "incidentAt", i.recovery_at as "recoveryAt",
      array(select m.name from incident_monitors im join monitors m on m.project_id = ${projectId} and m.id = im.monitor_id
        where im.project_id = ${projectId} and im.incident_id = i.id order by im.position) as monitors,
      array(select distinct coalesce(region->>'place', region->>'region') from incident_timeline t,
        jsonb_array_elements(coalesce(t.detail->'regions', '[]')) region
        where t.project_id = ${projectId} and t.incident_id = i.id order by 1) as regions
    from incidents i join projects p on p.id = i.project_id where i.project_id = ${projectId} and i.id = ${incidentId}`.execute(
    trx,
  );
  const row = rows[0];
  if (!row?.wanted || !row.recoveryAt) return null;
  const { rows: timeline } = await sql<PostMortemFacts["timeline"][number]>`
    select occurred_at as at, kind, reason
    from (select *, row_number() over (order by id) as place, count(*) over () as total
      from incident_timeline where project_id = ${projectId} and incident_id = ${incidentId}) t
    where place = 1 or place > total - ${TIMELINE_LINES_MAX - 1} order by id`.execute(trx);
  return { ...row, timeline };
}
