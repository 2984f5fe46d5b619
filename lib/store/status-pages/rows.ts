import type { UpInterval } from "@/lib/domain/checks/availability";
import type { Span } from "@/lib/domain/core/span";
import type { UnrecoveredEnd } from "@/lib/domain/incidents/ends";
import { JUDGED } from "@/lib/store/checks/judged";
import { read } from "@/lib/store/core/connection/statements";
import type { Tx } from "@/lib/store/core/tx";
import { FIRST_INCIDENT, INCIDENT_SPAN } from "@/lib/store/incidents/span";

/** A monitor on a page: its current state and its events in the page's timeframe, in epoch milliseconds. */
export interface PageMonitorRow {
  id: number;
  name: string;
  paused: boolean;
  status: string;
  degraded_since: Date | null;
  all_failing: boolean;
  interval_seconds: number;
  timeout_ms: number;
  last_checked_at: Date | null;
  /** Whether any check was conclusive. */
  judged: boolean;
  recent_response_times: number[];
  /** Median of the daily medians since the first day; null before the first rollup. */
  median_us: number | null;
  created_at: Date;
  /** Start of its first incident, which may be backdated; null without one. */
  first_incident_at: Date | null;
  pauses: Array<{ from: number; to: number | null }>;
  impacts: PageImpact[];
  /** Times in which it was degraded, without the current one. */
  degradations: Span[];
  /** UTC days up to today without conclusive checks, by their first moment. Leaves out the day of creation, without earlier incidents. */
  unwatched_days: number[];
}

/** How an incident affected a monitor. Pages need all of them, although they list only some incidents. */
export interface PageImpact {
  from: number;
  to: number | null;
  incident: number;
  impact: string;
  all_failed: boolean;
  excluded: boolean;
  failing: boolean;
  up: UpInterval[];
}

/** An incident that affects a page. */
export interface PageIncidentRow {
  id: number;
  slug: string;
  type: "monitor" | "manual";
  /** Private for automatic incidents. */
  title: string;
  public_title: string | null;
  post_mortem: string | null;
  post_mortem_published_at: Date | null;
  impact: string;
  state: string;
  status: "ongoing" | "recovering" | "recovered";
  exclude_from_downtime: boolean;
  /** Whether all regions are known to have failed in it. */
  all_failed: boolean;
  /** Why it ended although nothing recovered; null for all others. */
  ended_by: UnrecoveredEnd | null;
  /** Start of the outage that this incident continues; null if it continues none. */
  outage_at: Date | null;
  /** Late results showed that it never happened. */
  withdrawn: boolean;
  incident_at: Date;
  recovery_at: Date | null;
  /** Also changes with edits of the incident and its updates. */
  updated_at: Date;
  monitors: number[];
  updates: Array<{
    id: number;
    state: string;
    content: string;
    published_at: string;
    next_update_at: string | null;
  }>;
}

/** An incident with its deleted monitors. */
export type FollowedIncidentRow = PageIncidentRow & { deleted_monitors: number[] };

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

const UTC_DAY = (moment: string) => `(${moment} at time zone 'UTC')::date`;

/** Whether the timeline of incident `i` says that all regions failed. */
const ALL_FAILED = `exists (select 1 from incident_timeline t where t.project_id = $1 and t.incident_id = i.id and t.detail @> '{"all_regions": true}')`;

// One row per monitor with its spans aggregated: thousands of rows would cost more CPU in Node.js than the whole page.
const MONITORS = `
  select m.id, m.name, (m.paused or m.paused_by_window) as paused, m.created_at, first.at as first_incident_at,
    coalesce(s.status, 'fetching') as status, s.degraded_since, m.interval_seconds, m.timeout_ms, s.last_checked_at, coalesce(${JUDGED}, false) as judged,
    coalesce(s.recent_response_times, '{}') as recent_response_times,
    (select percentile_disc(0.5) within group (order by r.p50_us) from rollups_daily r
      where r.project_id = $1 and r.monitor_id = m.id and r.day >= ${UTC_DAY("$3::timestamptz")}) as median_us,
    coalesce((select bool_and(r.health = 'failing') from region_states r
      where r.project_id = $1 and r.monitor_id = m.id and not r.silent and r.health <> 'unknown'), false) as all_failing,
    coalesce((select json_agg(json_build_object('from', ${MS("p.started_at")}, 'to', ${MS("p.ended_at")}))
      from monitor_pauses p where p.project_id = $1 and p.monitor_id = m.id and (p.ended_at is null or p.ended_at > $3)), '[]') as pauses,
    coalesce((select json_agg(json_build_object('from', ${MS("span.start")},
        'to', ${MS("span.finish")}, 'up', im.observed_up, 'incident', i.id,
        'impact', i.impact, 'excluded', i.exclude_from_downtime, 'all_failed', ${ALL_FAILED},
        'failing', i.status <> 'recovered' and im.recovered_at is null) order by i.incident_at)
      from incident_monitors im join incidents i on i.project_id = $1 and i.id = im.incident_id ${INCIDENT_SPAN}
      where im.project_id = $1 and im.monitor_id = m.id and (i.recovery_at is null or i.recovery_at > $3)), '[]') as impacts,
    coalesce((select json_agg(json_build_object('from', ${MS("d.started_at")}, 'to', ${MS("d.ended_at")}))
      from monitor_degradations d where d.project_id = $1 and d.monitor_id = m.id and d.ended_at > $3), '[]') as degradations,
    coalesce((select json_agg(extract(epoch from d.day)::float8 * 1000) from (
        select generate_series(${UTC_DAY("shown.since")} + (shown.since = m.created_at)::int, ${UTC_DAY("$4::timestamptz")}, '1 day')::date as day
        except select r.day from rollups_daily r
        where r.project_id = $1 and r.monitor_id = m.id and r.day >= ${UTC_DAY("$3::timestamptz")} and r.up + r.down > 0) d
      where not exists (select 1 from results x where x.project_id = $1 and x.monitor_id = m.id and x.outcome <= 1
        and x.scheduled_at >= d.day::timestamp at time zone 'UTC'
        and x.scheduled_at < (d.day + 1)::timestamp at time zone 'UTC')), '[]') as unwatched_days
  from monitors m left join monitor_states s on s.project_id = $1 and s.monitor_id = m.id
    cross join lateral (select ${FIRST_INCIDENT} as at offset 0) first
    cross join lateral (select greatest($3::timestamptz, least(m.created_at, first.at)) as since) shown
  where m.project_id = $1 and m.id = any ($2::bigint[])`;

/**
 * Returns the page's monitors as of `now`, unordered. `since` limits how far back incidents, pauses, and days are read.
 */
export async function selectPageMonitors(
  projectId: number,
  monitorIds: readonly number[],
  since: Date,
  now: Date,
): Promise<PageMonitorRow[]> {
  if (monitorIds.length === 0) return [];
  return read<PageMonitorRow>(MONITORS, [projectId, monitorIds, since, now]);
}

const INCIDENTS = `
  select i.id, i.slug, i.type, i.title, i.public_title, i.post_mortem, i.post_mortem_published_at,
    i.impact, i.state, i.status, i.exclude_from_downtime, i.ended_by, i.outage_at, i.withdrawn_at is not null as withdrawn, ${ALL_FAILED} as all_failed, i.incident_at, i.recovery_at,
    greatest(i.updated_at, (select max(u.updated_at) from incident_updates u where u.project_id = $1 and u.incident_id = i.id)) as updated_at,
    array(select m.monitor_id from incident_monitors m where m.project_id = $1 and m.incident_id = i.id order by m.position, m.monitor_id) as monitors, i.deleted_monitors,
    coalesce((select json_agg(json_build_object('id', u.id, 'state', u.state, 'content', u.content,
        'published_at', u.published_at, 'next_update_at', u.next_update_at) order by u.published_at desc, u.id desc)
      from incident_updates u where u.project_id = $1 and u.incident_id = i.id and (u.published_at <= $3 or u.announced_at >= u.published_at)), '[]') as updates
  from incidents i`;

// An incident that never had monitors affects everything, so it appears on every page of the project. One whose monitors were deleted appears
// only on the pages that showed them.
const TOUCHES = `(exists (select 1 from incident_monitors m where m.project_id = $1 and m.incident_id = i.id and m.monitor_id = any ($2::bigint[]))
  or i.deleted_monitors && $2::bigint[]
  or i.deleted_monitors = '{}' and not exists (select 1 from incident_monitors m where m.project_id = $1 and m.incident_id = i.id))`;

/** Returns incidents of a page that were open at some time in [since, until), newest first, at most `limit`. */
export async function selectPageIncidents(input: {
  projectId: number;
  monitorIds: readonly number[];
  now: Date;
  since: Date;
  until: Date;
  limit: number;
}): Promise<PageIncidentRow[]> {
  return read<PageIncidentRow>(
    `${INCIDENTS} where i.project_id = $1 and ${TOUCHES}
       and (i.recovery_at is null or i.recovery_at > $4) and i.incident_at < $5
     order by i.incident_at desc, i.id desc limit $6`,
    [input.projectId, input.monitorIds, input.now, input.since, input.until, input.limit],
  );
}

/** Returns an incident of a page by slug, whatever its age, with its deleted monitors. */
export async function selectPageIncident(
  projectId: number,
  monitorIds: readonly number[],
  now: Date,
  slug: string,
): Promise<FollowedIncidentRow | null> {
  const [row] = await read<FollowedIncidentRow>(
    `${INCIDENTS} where i.project_id = $1 and ${TOUCHES} and i.slug = $4`,
    [projectId, monitorIds, now, slug],
  );
  return row ?? null;
}

/** Returns an incident of a project by slug, whatever pages show it, with its deleted monitors. */
export async function selectProjectIncident(
  projectId: number,
  now: Date,
  slug: string,
): Promise<FollowedIncidentRow | null> {
  const [row] = await read<FollowedIncidentRow>(`${INCIDENTS} where i.project_id = $1 and i.slug = $2`, [
    projectId,
    slug,
    now,
  ]);
  return row ?? null;
}

/** Returns an incident as pages may show it until it's deleted, without the texts of its updates. Null if it isn't public. */
export async function selectLastShown(
  trx: Tx,
  { projectId, incidentId, now }: { projectId: number; incidentId: number; now: Date },
): Promise<object | null> {
  const [row] = await read<FollowedIncidentRow>(
    `${INCIDENTS} where i.project_id = $1 and i.id = $2`,
    [projectId, incidentId, now],
    trx,
  );
  if (!row || row.updates.length === 0) return null;
  return { ...row, post_mortem: null, updates: row.updates.map((update) => ({ ...update, content: "" })) };
}

/** Returns a deleted incident as pages showed it, from the event of its end. */
export async function selectDeletedIncident(
  projectId: number,
  eventId: number,
): Promise<FollowedIncidentRow | null> {
  const [event] = await read<{ shown: FollowedIncidentRow | null; occurred_at: Date }>(
    "select entities->'last_shown' as shown, occurred_at from events where project_id = $1 and id = $2",
    [projectId, eventId],
  );
  if (!event?.shown) return null;
  const { shown, occurred_at: endedAt } = event;
  return {
    ...shown,
    status: "recovered",
    incident_at: new Date(shown.incident_at),
    outage_at: shown.outage_at && new Date(shown.outage_at),
    recovery_at: shown.recovery_at ? new Date(shown.recovery_at) : endedAt,
    updated_at: endedAt,
  };
}

/** An open incident as members see it. */
export type OpenIncidentRow = Pick<
  PageIncidentRow,
  "id" | "title" | "impact" | "state" | "status" | "exclude_from_downtime" | "incident_at" | "recovery_at"
>;

/** Returns open incidents that affect a page, newest first, for members. */
export async function selectOpenPageIncidents(
  projectId: number,
  monitorIds: readonly number[],
): Promise<OpenIncidentRow[]> {
  return read<OpenIncidentRow>(
    `select i.id, i.title, i.impact, i.state, i.status, i.exclude_from_downtime, i.incident_at, i.recovery_at
     from incidents i where i.project_id = $1 and ${TOUCHES} and i.status <> 'recovered'
     order by i.incident_at desc, i.id desc`,
    [projectId, monitorIds],
  );
}

/** A maintenance window announced on a page. */
export interface PageWindowRow {
  id: number;
  title: string;
  description: string | null;
  state: "scheduled" | "in_progress" | "completed";
  starts_at: Date;
  ends_at: Date;
  created_at: Date;
  updated_at: Date;
  monitors: number[];
  recurrence_id: number | null;
  recurs_at: Date | null;
}

/** Returns windows of a page that end after `since`, by start; of more than 200 the upcoming and latest. Leaves out canceled ones. */
export async function selectPageWindows(
  projectId: number,
  pageId: number,
  since: Date,
): Promise<PageWindowRow[]> {
  const rows = await read<PageWindowRow>(
    `select w.id, w.title, w.description, w.state, w.starts_at, w.ends_at, w.created_at, w.updated_at,
       w.recurrence_id, w.recurs_at, array(select m.monitor_id from maintenance_window_monitors m where m.project_id = $1 and m.maintenance_window_id = w.id
         order by m.position, m.monitor_id) as monitors
     from maintenance_windows w
     where w.project_id = $1 and w.status_pages @> array[$2::bigint] and w.state <> 'cancelled' and w.ends_at > $3
     order by w.state = 'completed', abs(extract(epoch from w.starts_at - now())), w.id limit 200`,
    [projectId, pageId, since],
  );
  return rows.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime() || a.id - b.id);
}

/** Returns the pages that announce windows or recurrences that end after `since`. Most pages don't, and needn't read them. */
export async function selectAnnouncingPages(projectId: number, since: Date): Promise<Set<number>> {
  const rows = await read<{ id: number }>(
    `select distinct unnest(w.status_pages) as id from maintenance_windows w
     where w.project_id = $1 and w.state <> 'cancelled' and w.ends_at > $2
     union select unnest(r.status_pages) from maintenance_recurrences r
     where r.project_id = $1 and (r.ended_before is null or r.ended_before > $2)`,
    [projectId, since],
  );
  return new Set(rows.map(({ id }) => id));
}
