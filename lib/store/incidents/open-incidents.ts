import { sql } from "kysely";
import type { UpInterval } from "@/lib/domain/checks/availability";
import { RECOVERIES_READ } from "@/lib/domain/incidents/flapping";
import type { PastRecovery, TrackedIncident } from "@/lib/domain/incidents/incident-machine";
import { executePrepared } from "@/lib/store/core/connection/statements";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

export interface OpenIncidentRow {
  monitor_id: number;
  incident_id: number;
  status: "ongoing" | "recovering";
  incident_at: Date;
  /** Whether other monitors keep it open too. */
  is_shared: boolean;
  /** Start of the wait for stable recovery; null when it isn't waiting. */
  up_since: Date | null;
  stable_at: Date | null;
  observed_up: UpInterval[];
  /** When the monitor's latest pause ended; null without one. */
  resumed_at: Date | null;
}

/** Maps the row of a monitor's open incident to the state machine's state. */
export function trackedIncident(row: OpenIncidentRow): TrackedIncident {
  const { status, up_since: at, stable_at: until } = row;
  return {
    status,
    incidentAt: row.incident_at.getTime(),
    shared: row.is_shared,
    waiting: at && until ? { at: at.getTime(), until: until.getTime() } : null,
    up: row.observed_up,
  };
}

/** Returns the open automatic incidents of locked monitors, locked in ID order. Each monitor is looked up apart, because one incident may have thousands. */
export async function lockOpenIncidents(
  trx: Tx,
  projects: Projects,
  monitorIds: readonly number[],
): Promise<OpenIncidentRow[]> {
  if (monitorIds.length === 0) return [];
  const rows = await executePrepared(
    trx,
    sql<OpenIncidentRow>`
    select wanted.id as monitor_id, i.id as incident_id, i.status, i.incident_at, i.up_since, i.stable_at, o.observed_up, o.is_shared,
      (select max(p.ended_at) from monitor_pauses p where ${among("p.project_id", projects)} and p.monitor_id = wanted.id) as resumed_at
    from unnest(${monitorIds}::bigint[]) as wanted (id) cross join lateral (
      select o.project_id, o.incident_id, im.observed_up,
        exists (select 1 from open_monitor_incidents x where ${among("x.project_id", projects)} and x.incident_id = o.incident_id
          and x.monitor_id <> o.monitor_id) as is_shared
      from open_monitor_incidents o
        join incident_monitors im on im.project_id = o.project_id and im.incident_id = o.incident_id and im.monitor_id = o.monitor_id
      where o.monitor_id = wanted.id and ${among("o.project_id", projects)} and ${among("im.project_id", projects)} limit 1) o
    join incidents i on i.project_id = o.project_id and i.id = o.incident_id and ${among("i.project_id", projects)}
    order by i.id for no key update of i`,
  );
  return rows;
}

/** Returns the incident that the monitor keeps open; null without one. */
export async function openIncidentOf(trx: Tx, projectId: number, monitorId: number): Promise<number | null> {
  const row = await trx
    .selectFrom("open_monitor_incidents")
    .select("incident_id")
    .where("project_id", "=", projectId)
    .where("monitor_id", "=", monitorId)
    .executeTakeFirst();
  return row?.incident_id ?? null;
}

/** Returns those of the monitors that keep an incident open. */
export async function monitorsWithOpenIncident(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ monitor_id: number }>`
    select monitor_id from open_monitor_incidents
    where project_id = ${projectId} and monitor_id = any (${monitorIds}::bigint[])`.execute(trx);
  return new Set(rows.map(({ monitor_id }) => monitor_id));
}

/** Returns the monitors that keep an incident open. */
export async function monitorsKeepingOpen(trx: Tx, projectId: number, incidentId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("open_monitor_incidents")
    .select("monitor_id")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .orderBy("monitor_id")
    .execute();
  return rows.map(({ monitor_id }) => monitor_id);
}

/** Returns the monitors that take part in an incident, recovered ones included. */
export async function monitorsOfIncident(trx: Tx, projectId: number, incidentId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("incident_monitors")
    .select("monitor_id")
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .execute();
  return rows.map(({ monitor_id }) => monitor_id);
}

/** Makes this the monitor's open incident. A second open one of the same monitor violates the primary key. */
export async function attachOpenMonitor(
  trx: Tx,
  incident: { projectId: number; incidentId: number; monitorId: number; failingSince: Date },
): Promise<void> {
  await trx
    .insertInto("incident_monitors")
    .values({
      incident_id: incident.incidentId,
      monitor_id: incident.monitorId,
      project_id: incident.projectId,
      failing_since: incident.failingSince,
    })
    .execute();
  await trx
    .insertInto("open_monitor_incidents")
    .values({
      monitor_id: incident.monitorId,
      incident_id: incident.incidentId,
      project_id: incident.projectId,
    })
    .execute();
}

/** Like `attachOpenMonitor`, for a monitor that may have recovered and then doesn't keep the incident open. */
export async function attachMonitor(
  trx: Tx,
  link: {
    projectId: number;
    incidentId: number;
    monitorId: number;
    failingSince: Date;
    recoveredAt: Date | null;
  },
): Promise<void> {
  if (!link.recoveredAt) return attachOpenMonitor(trx, link);
  await trx
    .insertInto("incident_monitors")
    .values({
      incident_id: link.incidentId,
      monitor_id: link.monitorId,
      project_id: link.projectId,
      failing_since: link.failingSince,
      recovered_at: link.recoveredAt,
    })
    .execute();
}

export interface RecoveryRow extends PastRecovery {
  readonly monitorId: number;
  /** When its wait for stable recovery ended, epoch milliseconds; null without one. */
  readonly waitingUntil: number | null;
}

/** Returns the recoveries of each monitor's newest automatic incidents, enough to detect flapping. */
export async function recentRecoveries(
  trx: Tx,
  projects: Projects,
  monitorIds: readonly number[],
): Promise<RecoveryRow[]> {
  if (monitorIds.length === 0) return [];
  const rows = await executePrepared(
    trx,
    sql<{ monitor_id: number; at: Date; over: boolean; stable_at: Date | null }>`
    select wanted.id as monitor_id, newest.* from unnest(${monitorIds}::bigint[]) as wanted (id)
    cross join lateral (
      select coalesce(im.recovered_at, i.recovery_at) as at, i.status = 'recovered' and i.ended_by is null as over, i.stable_at
      from incident_monitors im join incidents i on i.project_id = im.project_id and i.id = im.incident_id
      where im.monitor_id = wanted.id and ${among("im.project_id", projects)} and ${among("i.project_id", projects)} and i.type = 'monitor' and i.withdrawn_at is null
        and coalesce(im.recovered_at, i.recovery_at) is not null
      order by im.incident_id desc limit ${RECOVERIES_READ}) newest`,
  );
  return rows.map(({ monitor_id: monitorId, at, over, stable_at: until }) => ({
    ...{ monitorId, at: at.getTime(), over },
    waitingUntil: until?.getTime() ?? null,
  }));
}

export interface IncidentSubject {
  name: string;
  protocol: string;
  request: Record<string, unknown>;
  /** Whether the project wants generated incident texts. */
  use_incident_ai: boolean;
  use_incident_merging: boolean;
  /** How many minutes after its last change others may still join an incident. */
  incident_merging_time_window: number;
  /** The incident that it keeps open; null without one. */
  open_incident_id: number | null;
}

/** Returns the facts about monitors of a project that incident texts need. */
export async function incidentSubjects(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
): Promise<Map<number, IncidentSubject>> {
  const rows = await trx
    .selectFrom("monitors as m")
    .innerJoin("projects as p", "p.id", "m.project_id")
    .leftJoin("open_monitor_incidents as o", (join) =>
      join.on("o.project_id", "=", projectId).onRef("o.monitor_id", "=", "m.id"),
    )
    .select(["m.id", "m.name", "m.protocol", "m.request"])
    .select(["p.use_incident_ai", "p.use_incident_merging", "p.incident_merging_time_window"])
    .select("o.incident_id as open_incident_id")
    .where("m.project_id", "=", projectId)
    .where("m.id", "in", monitorIds)
    .execute();
  return new Map(
    rows.map(({ id, ...row }) => [id, { ...row, request: row.request as Record<string, unknown> }]),
  );
}

interface WaitingRecovery {
  id: number;
  project_id: number;
  up_since: Date;
}

/** Locks incidents whose wait for stable recovery is over. Skips those locked by another server. */
export async function lockStableRecoveries(
  trx: Tx,
  projects: Projects,
  now: Date,
  limit: number,
): Promise<WaitingRecovery[]> {
  const { rows } = await sql<WaitingRecovery>`
    select id, project_id, up_since from incidents
    where ${among("project_id", projects)} and stable_at <= ${now} and up_since is not null and status <> 'recovered'
    order by id limit ${limit} for update skip locked`.execute(trx);
  return rows;
}
