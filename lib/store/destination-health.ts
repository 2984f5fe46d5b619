import { pool } from "./pool";

export interface DestinationHealthRow {
  integration_id: number;
  pause_reason: string | null;
  last_id: number | null;
  last_event: string | null;
  last_status: "delivered" | "failed" | null;
  last_at: Date | null;
  last_reason: string | null;
  failures_in_a_row: number;
  retry_id: number | null;
  retry_reason: string | null;
  retry_at: Date | null;
  /** Sealed; of destinations that sign what they send, else null. */
  signing_secrets: Buffer | null;
}

/** Deliveries that are looked at: what a project told lately. A message that arrived is found however old it is, by its own index. */
const RECENT_MAX = 5000;

/** Counts as the pausing does: an arrived message, or a resuming, ends a row of failures; tests, drills and members of a digest don't count. */
const SELECT = `
  with recent as materialized (
    select id, event_id, integration_id, status, reason, attempts, next_attempt_at, finished_at, is_test, is_drill, digest_id
    from deliveries where project_id = $1 order by id desc limit ${RECENT_MAX})
  select i.id as integration_id, i.pause_reason, last.id as last_id, coalesce(e.key, 'test') as last_event,
    last.status as last_status, last.finished_at as last_at, last.reason as last_reason,
    (select count(*) from recent f where f.integration_id = i.id and f.status = 'failed' and not f.is_test and not f.is_drill
      and f.digest_id is null and f.finished_at > coalesce(i.failures_since, '-infinity')
      and f.finished_at > coalesce((select max(g.finished_at) from recent g where g.integration_id = i.id and g.status = 'delivered'
        and not g.is_test and not g.is_drill and g.digest_id is null), '-infinity')) as failures_in_a_row,
    retry.id as retry_id, retry.reason as retry_reason, retry.next_attempt_at as retry_at,
    case when i.app = 'outgoing_webhook' then i.secrets end as signing_secrets
  from integrations i
    left join lateral (
      select * from (
        (select id, event_id, status, reason, finished_at from deliveries
          where integration_id = i.id and status = 'delivered' and finished_at is not null order by finished_at desc limit 1)
        union all
        (select id, event_id, status, reason, finished_at from recent
          where integration_id = i.id and status = 'failed' and finished_at is not null
          order by finished_at desc limit 1)) ended
      order by finished_at desc, id desc limit 1) last on true
    left join events e on e.id = last.event_id
    left join lateral (
      select id, reason, next_attempt_at from recent
      where integration_id = i.id and status = 'pending' and attempts > 0 and reason is not null and next_attempt_at is not null
      order by next_attempt_at limit 1) retry on true
  where i.project_id = $1 order by i.id desc limit 1000`;

/** How telling each integration of a project goes, newest first. */
export async function selectDestinationHealth(projectId: number): Promise<DestinationHealthRow[]> {
  return (await pool().query<DestinationHealthRow>(SELECT, [projectId])).rows;
}
