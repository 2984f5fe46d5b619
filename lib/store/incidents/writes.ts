import { type Insertable, sql } from "kysely";
import type { UpInterval } from "@/lib/domain/checks/availability";
import { rowsOf } from "@/lib/store/core/project-rows";
import { among } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export const { change: updateIncidentRow, remove: deleteIncidentRow } = rowsOf("incidents");

export async function insertIncident(trx: Tx, values: Insertable<Database["incidents"]>): Promise<number> {
  const { id } = await trx.insertInto("incidents").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Replaces the affected monitors, keeping their order. */
export async function replaceIncidentMonitors(
  trx: Tx,
  projectId: number,
  incidentId: number,
  monitorIds: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom("incident_monitors")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .execute();
  if (monitorIds.length === 0) return;
  await trx
    .insertInto("incident_monitors")
    .values(
      monitorIds.map((monitorId, position) => ({
        incident_id: incidentId,
        monitor_id: monitorId,
        project_id: projectId,
        position,
      })),
    )
    .execute();
}

/** Stores when a monitor was observed up during an incident. */
export async function writeObservedUp(
  trx: Tx,
  projectId: number,
  incidentId: number,
  monitorId: number,
  up: readonly UpInterval[],
): Promise<void> {
  await trx
    .updateTable("incident_monitors")
    .set({ observed_up: JSON.stringify(up) })
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .where("monitor_id", "=", monitorId)
    .execute();
}

/** Moves the time in which the incident affected its only monitor. */
export async function moveMonitorSpan(
  trx: Tx,
  span: {
    projectId: number;
    incidentId: number;
    monitorId: number;
    failingSince: Date;
    recoveredAt: Date | null;
  },
): Promise<void> {
  await trx
    .updateTable("incident_monitors")
    .set({ failing_since: span.failingSince, recovered_at: span.recoveredAt })
    .where("project_id", "=", span.projectId)
    .where("incident_id", "=", span.incidentId)
    .where("monitor_id", "=", span.monitorId)
    .execute();
}

/**
 * Moves the monitors that started or ended with an incident to its new dates; undefined keeps a date. The others keep theirs. Call
 * before the incident's own dates change.
 */
export async function moveMonitorsWith(
  trx: Tx,
  { project_id: projectId, id }: { project_id: number; id: number },
  { start, end }: { start: Date | undefined; end: Date | null | undefined },
): Promise<void> {
  if (start)
    await sql`update incident_monitors im set failing_since = ${start} from incidents i
      where i.project_id = ${projectId} and i.id = ${id} and im.project_id = i.project_id and im.incident_id = i.id
        and im.failing_since = i.incident_at`.execute(trx);
  if (end !== undefined)
    await sql`update incident_monitors im set recovered_at = ${end}::timestamptz from incidents i
      where i.project_id = ${projectId} and i.id = ${id} and im.project_id = i.project_id and im.incident_id = i.id
        and im.recovered_at = i.recovery_at`.execute(trx);
}

/** Marks an incident and all its monitors as recovered at `at`. */
export async function markRecovered(trx: Tx, projectId: number, incidentId: number, at: Date): Promise<void> {
  await updateIncidentRow(trx, projectId, incidentId, { status: "recovered", recovery_at: at });
  await trx
    .updateTable("incident_monitors")
    .set({ recovered_at: at, observed_up: upUntil(at) })
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .where("recovered_at", "is", null)
    .execute();
  await trx
    .deleteFrom("open_monitor_incidents")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .execute();
}

/** Returns `upBefore` in SQL for all monitors of an incident. */
function upUntil(at: Date) {
  const end = at.getTime();
  return sql<string>`(
    select coalesce(jsonb_agg(jsonb_build_object('from', u."from", 'to', least(u."to", ${end}::float8)) order by u."from"), '[]')
    from jsonb_to_recordset(observed_up) as u("from" float8, "to" float8) where u."from" < ${end}::float8)`;
}

export interface TimelineLine {
  readonly projectId: number;
  readonly incidentId: number;
  readonly kind: string;
  readonly reason: string;
  readonly occurredAt: Date;
  readonly detail?: object;
}

/** Adds a line to the incident's timeline: what was decided and why. */
export async function addTimeline(trx: Tx, line: TimelineLine): Promise<void> {
  await addTimelines(trx, [line]);
}

/** Adds lines to timelines, in their order. */
export async function addTimelines(trx: Tx, lines: readonly TimelineLine[]): Promise<void> {
  const values = lines.map(({ projectId, incidentId, kind, reason, occurredAt, detail }) => ({
    incident_id: incidentId,
    project_id: projectId,
    ...{ kind, reason, occurred_at: occurredAt },
    detail: detail ? JSON.stringify(detail) : null,
  }));
  await trx.insertInto("incident_timeline").values(values).execute();
}

/** Adds a line to the timeline of each open automatic incident that one of the monitors keeps open. */
export async function noteOpenIncidents(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  note: { kind: string; reason: string; at: Date },
): Promise<void> {
  if (monitorIds.length === 0) return;
  await sql`
    insert into incident_timeline (incident_id, project_id, kind, reason, occurred_at)
    select distinct i.id, i.project_id, ${note.kind}::text, ${note.reason}::text, ${note.at}::timestamptz
    from open_monitor_incidents o join incidents i on ${among("i.project_id", [projectId])} and i.project_id = o.project_id and i.id = o.incident_id
    where ${among("o.project_id", [projectId])} and o.monitor_id = any (${monitorIds}::bigint[])`.execute(
    trx,
  );
}
