import { sql } from "kysely";
import { present } from "@/lib/shared/assert";
import { executePrepared } from "@/lib/store/core/connection/statements";
import { listen } from "@/lib/store/core/hints";
import { among } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { OPEN_REQUEST } from "@/lib/store/monitors/requests";

export interface EventRecord {
  projectId: number;
  key: string;
  occurredAt: Date;
  incidentId?: number;
  monitorId?: number;
  incidentUpdateId?: number;
  /** Data that can't be read later: a certificate, a maintenance window, a comment. */
  entities?: Record<string, unknown>;
  /** Set on events of a test incident. */
  testIncidentId?: string;
  /** Set on events that no alert rule may match. */
  fannedOutAt?: Date;
}

/**
 * Records an event in the transaction that caused it, and wakes the dispatchers when it commits. Returns its ID. Stores the
 * monitor's current state, because the monitor may be deleted before notifications are sent.
 */
export async function recordEvent(trx: Tx, event: EventRecord): Promise<number> {
  const [id] = await recordEvents(trx, [event]);
  return present(id, "the ID of an event");
}

/** Records events at once, in their order. Returns their IDs. */
export async function recordEvents(trx: Tx, events: readonly EventRecord[]): Promise<number[]> {
  const monitors = await monitorsOf(trx, events);
  const values = events.map((event) => toRow(event, monitors.get(event.monitorId ?? 0) ?? {}));
  const rows = await trx.insertInto("events").values(values).returning("id").execute();
  await wakeDispatchers(trx);
  return rows.map(({ id }) => id);
}

function toRow(event: EventRecord, monitor: object) {
  return {
    project_id: event.projectId,
    key: event.key,
    occurred_at: event.occurredAt,
    incident_id: event.incidentId ?? null,
    monitor_id: event.monitorId ?? null,
    incident_update_id: event.incidentUpdateId ?? null,
    test_incident_id: event.testIncidentId ?? null,
    fanned_out_at: event.fannedOutAt ?? null,
    entities: JSON.stringify({ ...event.entities, ...monitor }),
  };
}

/** Returns the events' monitors by ID, as events record them. Citus allows no subquery in the values of an insert. */
async function monitorsOf(trx: Tx, events: readonly EventRecord[]): Promise<Map<number, object>> {
  const about = events.flatMap(({ projectId, monitorId }) => (monitorId ? [{ projectId, monitorId }] : []));
  if (about.length === 0) return new Map();
  const projects = [...new Set(about.map(({ projectId }) => projectId))];
  const rows = await executePrepared(
    trx,
    sql<{ id: number; monitor: object }>`
    select m.id, jsonb_build_object(
      'id', m.id, 'name', m.name, 'protocol', m.protocol, 'request', ${sql.raw(OPEN_REQUEST)}, 'regions', coalesce(m.region_spellings, m.regions),
      'status', case when m.paused or m.paused_by_window then 'paused' else s.status end,
      'interval', m.interval_seconds, 'tags', m.tags,
      'incident_confirmations', m.incident_confirmations, 'recovery_confirmations', m.recovery_confirmations) as monitor
    from monitors m left join monitor_states s on s.project_id = m.project_id and ${among("s.project_id", projects)} and s.monitor_id = m.id
    where ${among("m.project_id", projects)} and m.id = any (${about.map(({ monitorId }) => monitorId)}::bigint[])`,
  );
  return new Map(rows.map(({ id, monitor }) => [id, { monitor }]));
}

/**
 * Wakes the dispatchers of all servers when the transaction commits. If that is lost, they look anyway within a second.
 */
export async function wakeDispatchers(trx: Tx): Promise<void> {
  await sql`select pg_notify('vedette_alerts', '{}')`.execute(trx);
}

/** Calls `onWake` when any server recorded an event or a due delivery. Returns a function that stops it. */
export function onDispatchersWoken(onWake: () => void): () => void {
  return listen("alerts", onWake);
}
