import type {
  EventFacts,
  IncidentFacts,
  MonitorFacts,
  ProjectFacts,
  SeenFacts,
} from "@/lib/domain/alerting/event-facts";
import { readPrepared } from "@/lib/store/core/connection/statements";
import type { Projects } from "@/lib/store/core/sharding/projects";
import { OPEN_REQUEST } from "@/lib/store/monitors/requests";

interface EventRow {
  id: number;
  project_id: number;
  key: string;
  occurred_at: Date;
  incident_id: number | null;
  monitor_id: number | null;
  incident_update_id: number | null;
  entities: Record<string, unknown>;
  test_incident_id: string | null;
  organization_id: number;
  project_name: string;
  project_slug: string;
  project_muted: boolean;
  update: UpdateRow | null;
}

const JOINED = "uptime.incident.propagated";

const SELECT_EVENTS = `
  select e.id, e.project_id, e.key, e.occurred_at, e.incident_id, e.monitor_id, e.incident_update_id, e.entities, e.test_incident_id,
    p.organization_id, p.name as project_name, p.slug as project_slug, p.muted as project_muted,
    (select json_build_object('id', u.id, 'state', u.state, 'content', u.content, 'creator_type', u.creator_type, 'creator_label', u.creator_label)
     from incident_updates u where u.project_id = any ($2::bigint[]) and u.project_id = e.project_id and u.id = e.incident_update_id) as update
  from events e join projects p on p.id = e.project_id where e.id = any ($1::bigint[]) and e.project_id = any ($2::bigint[])`;

/** The incidents of the events with their monitors, how many of them fail, and what was recorded when each opened: which regions failed and why. */
const SELECT_INCIDENTS = `
  select i.id, slug, type, title, description, state, status, impact, incident_at as "incidentAt", coalesce(outage_at, incident_at) as "outageAt", ended_by as "endedBy",
    recovery_at as "recoveryAt", coalesce(tags, '{}') as tags,
    array(select monitor_id from incident_monitors where project_id = any ($2::bigint[]) and project_id = i.project_id and incident_id = i.id order by position, monitor_id limit 100)
      as monitor_ids,
    (select count(*) from incident_monitors where project_id = any ($2::bigint[]) and project_id = i.project_id and incident_id = i.id and recovered_at is null) as failing,
    (select json_build_object('monitorId', (detail->>'monitor_id')::bigint, 'regions', detail->'regions') from incident_timeline
     where project_id = any ($2::bigint[]) and project_id = i.project_id and incident_id = i.id and kind = 'opened' and jsonb_typeof(detail->'regions') = 'array'
     order by incident_timeline.id desc limit 1) as seen
  from incidents i where i.project_id = any ($2::bigint[]) and (i.id, i.project_id) in (
    select e.incident_id, e.project_id from events e where e.id = any ($1::bigint[]) and e.project_id = any ($2::bigint[]))`;

const SELECT_MONITORS = `
  select m.id, m.name, m.protocol, ${OPEN_REQUEST} as request, coalesce(m.region_spellings, m.regions) as regions, m.interval_seconds as interval, m.incident_confirmations,
    m.recovery_confirmations, coalesce(m.tags, '{}') as tags, exists (
      select 1 from maintenance_window_monitors wm join maintenance_windows w on w.project_id = any ($2::bigint[]) and w.project_id = wm.project_id and w.id = wm.maintenance_window_id
      where wm.project_id = any ($2::bigint[]) and wm.project_id = m.project_id and wm.monitor_id = m.id and w.state = 'in_progress' and w.monitoring_mode = 'mute') as muted,
    case when m.paused or m.paused_by_window then 'paused' else coalesce(s.status, 'fetching') end as status, m.project_id
  from monitors m left join monitor_states s on s.project_id = any ($2::bigint[]) and s.project_id = m.project_id and s.monitor_id = m.id
  where m.project_id = any ($2::bigint[]) and m.id = any ($1::bigint[])`;

/** Reads an event with its current context; null when the event or its project is gone. */
export async function selectEventFacts(projectId: number, eventId: number): Promise<EventFacts | null> {
  return (await selectFacts([projectId], [eventId])).get(eventId) ?? null;
}

/** Reads events with their current context, in the same number of queries however many they are. */
export async function selectFacts(
  projects: Projects,
  eventIds: readonly number[],
): Promise<Map<number, EventFacts>> {
  if (eventIds.length === 0) return new Map();
  const [events, incidents] = await Promise.all([
    readPrepared<EventRow>(SELECT_EVENTS, [eventIds, projects]),
    readPrepared<IncidentRow>(SELECT_INCIDENTS, [eventIds, projects]),
  ]);
  const related: Related = {
    incidents: new Map(incidents.map((row) => [row.id, row])),
    monitors: await selectMonitorFacts(projects, events, incidents),
  };
  return new Map(events.map((row) => [row.id, factsOf(row, related)]));
}

/** Records that belong to the events: incidents and monitors by ID. */
interface Related {
  readonly incidents: ReadonlyMap<number, IncidentRow>;
  readonly monitors: ReadonlyMap<number, MonitorRow>;
}

function factsOf(row: EventRow, related: Related): EventFacts {
  const { incident, affected, failingCount, seen } = contextOf(row, related);
  const { update } = row;
  return {
    event: { id: row.id, key: row.key, occurredAt: row.occurred_at },
    isTestIncident: row.test_incident_id !== null,
    project: projectOf(row),
    incident,
    affectedMonitors: affected.length > 0 ? affected : recordedMonitors(row),
    failingCount,
    seen,
    monitor: monitorOf(row, related),
    update: update ? { id: update.id, state: update.state, content: update.content } : null,
    comment: (row.entities.comment as EventFacts["comment"]) ?? null,
    creator: update
      ? { type: update.creator_type, label: update.creator_label }
      : ((row.entities.creator as EventFacts["creator"]) ?? null),
    reason: (row.entities.reason as EventFacts["reason"]) ?? null,
    certificate: (row.entities.certificate as EventFacts["certificate"]) ?? null,
    dueDays: (row.entities.due_days as number[] | undefined) ?? [],
    due: (row.entities.due as EventFacts["due"] | undefined) ?? null,
    window: (row.entities.maintenance_window as EventFacts["window"]) ?? null,
    ending: (row.entities.ending as EventFacts["ending"] | undefined) ?? null,
    continuation: (row.entities.continuation as string | undefined) ?? null,
  };
}

function projectOf(row: EventRow): ProjectFacts {
  return {
    id: row.project_id,
    organizationId: row.organization_id,
    name: row.project_name,
    slug: row.project_slug,
    muted: row.project_muted,
  };
}

interface Context {
  readonly incident: IncidentFacts | null;
  readonly affected: readonly MonitorFacts[];
  readonly failingCount: number;
  readonly seen: SeenFacts | null;
}

interface IncidentRow extends IncidentFacts {
  monitor_ids: number[];
  failing: number;
  seen: SeenFacts | null;
}

interface UpdateRow {
  id: number;
  state: string;
  content: string;
  creator_type: string;
  creator_label: string;
}

type MonitorRow = MonitorFacts & { project_id: number };

/** Returns the event's incident with its monitors. */
function contextOf(row: EventRow, related: Related): Context {
  if (row.incident_id === null) {
    const tested = testMonitorOf(row);
    const affected = tested === null ? [] : monitorFacts(row.project_id, [tested], related);
    return { incident: recordedIncident(row), affected, failingCount: 0, seen: null };
  }
  const found = related.incidents.get(row.incident_id);
  if (!found) return { incident: recordedIncident(row), affected: [], failingCount: 0, seen: null };
  const { monitor_ids: ids, failing: failingCount, seen: opening, ...incident } = found;
  const seen = row.key === JOINED ? ((row.entities.seen as SeenFacts | undefined) ?? null) : opening;
  return { incident, affected: monitorFacts(row.project_id, ids, related), failingCount, seen };
}

/** Returns the monitor of a test, which is named only in its event. */
function testMonitorOf({ entities }: EventRow): number | null {
  return (entities.test_monitor as { id: number } | undefined)?.id ?? null;
}

async function selectMonitorFacts(
  projects: Projects,
  events: readonly EventRow[],
  incidents: readonly IncidentRow[],
): Promise<Map<number, MonitorRow>> {
  const named = events.flatMap((row) => [row.monitor_id, testMonitorOf(row)]).filter((id) => id !== null);
  const ids = new Set([...named, ...incidents.flatMap((row) => row.monitor_ids)]);
  if (ids.size === 0) return new Map();
  const rows = await readPrepared<MonitorRow>(SELECT_MONITORS, [[...ids], projects]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns those of the monitors that exist in the project, in the order of the IDs. */
function monitorFacts(projectId: number, ids: readonly number[], { monitors }: Related): MonitorFacts[] {
  return ids.flatMap((id) => {
    const found = monitors.get(id);
    if (found?.project_id !== projectId) return [];
    const { project_id: _, ...facts } = found;
    return [facts];
  });
}

/** Returns the current monitor, or for a deleted one its state when the event was recorded. */
function monitorOf(row: EventRow, related: Related): MonitorFacts | null {
  if (row.monitor_id === null) return null;
  const [current] = monitorFacts(row.project_id, [row.monitor_id], related);
  const kept = row.entities.monitor as
    | (Omit<MonitorFacts, "tags" | "muted"> & { tags: string[] | null })
    | undefined;
  return current ?? (kept ? { ...kept, tags: kept.tags ?? [], muted: false } : null);
}

/** Returns the monitors of a maintenance window, or of a deleted incident, as they were at the event. */
function recordedMonitors(row: EventRow): MonitorFacts[] {
  const kept = row.entities.affected_monitors;
  if (!Array.isArray(kept)) return [];
  return (kept as (Omit<MonitorFacts, "tags" | "muted"> & { tags?: string[] | null })[]).map((monitor) => ({
    ...monitor,
    tags: monitor.tags ?? [],
    muted: false,
  }));
}

/** Returns the incident as its event recorded it: a test, which exists only there, or one that was deleted. */
function recordedIncident(row: EventRow): IncidentFacts | null {
  const kept = row.entities.incident as
    | (IncidentFacts & { incidentAt: string; outageAt?: string; recoveryAt: string | null })
    | undefined;
  if (!kept) return null;
  const recoveryAt = kept.recoveryAt === null ? null : new Date(kept.recoveryAt);
  const outageAt = new Date(kept.outageAt ?? kept.incidentAt);
  return {
    ...kept,
    incidentAt: new Date(kept.incidentAt),
    outageAt,
    endedBy: kept.endedBy ?? null,
    recoveryAt,
  };
}
