import type {
  EventFacts,
  IncidentFacts,
  MonitorFacts,
  ProjectFacts,
  SeenFacts,
} from "@/lib/domain/alerting/event-facts";
import { pool } from "@/lib/store/core/pool";
import { readPrepared } from "@/lib/store/core/prepared-read";
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
  drill_id: string | null;
  organization_id: number;
  project_name: string;
  project_slug: string;
  project_muted: boolean;
}

const SELECT_EVENT = `
  select e.id, e.project_id, e.key, e.occurred_at, e.incident_id, e.monitor_id, e.incident_update_id, e.entities, e.drill_id,
    p.organization_id, p.name as project_name, p.slug as project_slug, p.muted as project_muted
  from events e join projects p on p.id = e.project_id where e.id = $1`;

/** An incident with its monitors, how many of them fail, and what the decision recorded: which regions failed and why. */
const SELECT_INCIDENT = `
  select id, slug, type, title, description, state, status, impact, incident_at as "incidentAt", recovery_at as "recoveryAt",
    coalesce(tags, '{}') as tags,
    array(select monitor_id from incident_monitors where project_id = $1 and incident_id = i.id order by position, monitor_id limit 100)
      as monitor_ids,
    (select count(*) from incident_monitors where project_id = $1 and incident_id = i.id and recovered_at is null) as failing,
    (select json_build_object('monitorId', (detail->>'monitor_id')::bigint, 'regions', detail->'regions') from incident_timeline
     where project_id = $1 and incident_id = i.id and kind = $3 and jsonb_typeof(detail->'regions') = 'array'
       and ($4::bigint is null or (detail->>'monitor_id')::bigint = $4)
     order by incident_timeline.id desc limit 1) as seen
  from incidents i where project_id = $1 and id = $2`;

const SELECT_MONITORS = `
  select m.id, m.name, m.protocol, ${OPEN_REQUEST} as request, coalesce(m.region_spellings, m.regions) as regions, m.interval_seconds as interval, m.incident_confirmations,
    m.recovery_confirmations, coalesce(m.tags, '{}') as tags, exists (
      select 1 from maintenance_window_monitors wm join maintenance_windows w on w.id = wm.maintenance_window_id
      where wm.monitor_id = m.id and w.state = 'in_progress' and w.monitoring_mode = 'mute') as muted,
    case when m.paused or m.held_by_window then 'paused' else coalesce(s.status, 'fetching') end as status
  from monitors m left join monitor_states s on s.monitor_id = m.id
  where m.project_id = $1 and m.id = any ($2::bigint[]) order by array_position($2::bigint[], m.id)`;

/** Reads an event with its current context; null when the event or its project is gone. */
export async function selectEventFacts(eventId: number): Promise<EventFacts | null> {
  const [row] = await readPrepared<EventRow>(SELECT_EVENT, [eventId]);
  if (!row) return null;
  const [context, monitor, update] = await Promise.all([contextOf(row), monitorOf(row), updateOf(row)]);
  const { incident, affected, failingCount, seen } = context;
  return {
    event: { id: row.id, key: row.key, occurredAt: row.occurred_at },
    isTestIncident: row.drill_id !== null,
    project: projectOf(row),
    incident,
    affectedMonitors: affected.length > 0 ? affected : recordedMonitors(row),
    failingCount,
    seen,
    monitor,
    update: update && { id: update.id, state: update.state, content: update.content },
    comment: (row.entities.comment as EventFacts["comment"]) ?? null,
    creator: update
      ? { type: update.creator_type, label: update.creator_label }
      : ((row.entities.creator as EventFacts["creator"]) ?? null),
    certificate: (row.entities.certificate as EventFacts["certificate"]) ?? null,
    dueDays: (row.entities.due_days as number[] | undefined) ?? [],
    due: (row.entities.due as EventFacts["due"] | undefined) ?? null,
    window: (row.entities.maintenance_window as EventFacts["window"]) ?? null,
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

type IncidentRow = IncidentFacts & { monitor_ids: number[]; failing: number; seen: SeenFacts | null };

/** Returns the event's incident with its monitors. */
async function contextOf(row: EventRow): Promise<Context> {
  if (row.incident_id === null) return { ...NO_INCIDENT, ...(await testContext(row)) };
  const joined = row.key === "uptime.incident.propagated" ? row.monitor_id : null;
  const values = [row.project_id, row.incident_id, joined === null ? "opened" : "propagated", joined];
  const [found] = await readPrepared<IncidentRow>(SELECT_INCIDENT, values);
  if (!found) return NO_INCIDENT;
  const { monitor_ids: ids, failing: failingCount, seen, ...incident } = found;
  return { incident, affected: await selectMonitorFacts(row.project_id, ids), failingCount, seen };
}

const NO_INCIDENT: Context = { incident: null, affected: [], failingCount: 0, seen: null };

/** Returns the incident and the monitor of a test, which exist only in its event. */
async function testContext(row: EventRow): Promise<Pick<Context, "incident" | "affected">> {
  const drilled = row.entities.drill_monitor as { id: number } | undefined;
  const affected = drilled ? await selectMonitorFacts(row.project_id, [drilled.id]) : [];
  return { incident: testIncident(row), affected };
}

async function selectMonitorFacts(projectId: number, ids: readonly number[]): Promise<MonitorFacts[]> {
  if (ids.length === 0) return [];
  return (await pool().query<MonitorFacts>(SELECT_MONITORS, [projectId, ids])).rows;
}

/** Returns the current monitor, or for a deleted one its state when the event was recorded. */
async function monitorOf(row: EventRow): Promise<MonitorFacts | null> {
  if (row.monitor_id === null) return null;
  const [current] = await selectMonitorFacts(row.project_id, [row.monitor_id]);
  const kept = row.entities.monitor as
    | (Omit<MonitorFacts, "tags" | "muted"> & { tags: string[] | null })
    | undefined;
  return current ?? (kept ? { ...kept, tags: kept.tags ?? [], muted: false } : null);
}

interface UpdateRow {
  id: number;
  state: string;
  content: string;
  creator_type: string;
  creator_label: string;
}

async function updateOf(row: EventRow): Promise<UpdateRow | null> {
  if (row.incident_update_id === null) return null;
  const { rows } = await pool().query<UpdateRow>(
    "select id, state, content, creator_type, creator_label from incident_updates where project_id = $1 and id = $2",
    [row.project_id, row.incident_update_id],
  );
  return rows[0] ?? null;
}

/** Returns a maintenance window's monitors as they were when it changed. */
function recordedMonitors(row: EventRow): MonitorFacts[] {
  const kept = row.entities.affected_monitors;
  if (!Array.isArray(kept)) return [];
  return (kept as (Omit<MonitorFacts, "tags" | "muted"> & { tags?: string[] | null })[]).map((monitor) => ({
    ...monitor,
    tags: monitor.tags ?? [],
    muted: false,
  }));
}

/** Returns the incident of a test, which exists only in its event. */
function testIncident(row: EventRow): IncidentFacts | null {
  const kept = row.entities.incident as
    | (IncidentFacts & { incidentAt: string; recoveryAt: string | null })
    | undefined;
  if (row.drill_id === null || !kept) return null;
  const recoveryAt = kept.recoveryAt === null ? null : new Date(kept.recoveryAt);
  return { ...kept, incidentAt: new Date(kept.incidentAt), recoveryAt };
}
