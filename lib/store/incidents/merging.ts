import { sql } from "kysely";
import type { UpInterval } from "@/lib/domain/checks/availability";
import type { Problem } from "@/lib/domain/incidents/problem";
import { among } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { lockNumbers } from "./numbers";

export interface MergeableIncident {
  readonly id: number;
  /** Null when a person chose the title. */
  readonly builtInTitle: string | null;
}
export type MatchesProblem = (problem: Partial<Problem>) => boolean;

/**
 * Returns the newest of the project's open automatic incidents that last changed within its merging window and whose problem matches,
 * locked; null if there is none. Incidents are locked before the project's numbers, as everywhere. That lock is
 * only taken, until commit, if a new incident seems necessary, so that two failures confirmed at the same time find each other.
 */
export async function lockMergeable(
  trx: Tx,
  projectId: number,
  minutes: number,
  matches: MatchesProblem,
): Promise<MergeableIncident | null> {
  const likely = await lockMatch(trx, projectId, minutes, matches);
  if (likely !== null) return likely;
  await lockNumbers(trx, [projectId]);
  return lockMatch(trx, projectId, minutes, matches);
}

/** Locks only the incident that matches. One that changed while this waited for its lock no longer counts. */
async function lockMatch(
  trx: Tx,
  projectId: number,
  minutes: number,
  matches: MatchesProblem,
): Promise<MergeableIncident | null> {
  const isOpen = sql`status <> 'recovered' and type = 'monitor' and stable_at is null
    and updated_at > now() - make_interval(mins => ${minutes})`;
  const { rows } = await sql<{ id: number; problem: Partial<Problem> | null }>`
    select id, problem from incidents where project_id = ${projectId} and ${isOpen}
    order by id desc limit 100`.execute(trx);
  for (const { id, problem } of rows) {
    if (!problem || !matches(problem)) continue;
    const { rows: locked } = await sql<{ title: string | null }>`
      select case when not title_by_hand then title end as title from incidents where project_id = ${projectId} and id = ${id} and ${isOpen} for no key update`.execute(
      trx,
    );
    if (locked[0]) return { id, builtInTitle: locked[0].title };
  }
  return null;
}

/**
 * Adds a monitor to an open incident, or adds it again after it had recovered, which records the time in between as observed up.
 * Returns when it was observed up during the incident so far, and whether it's new there.
 */
export async function joinIncident(
  trx: Tx,
  join: { projectId: number; incidentId: number; monitorId: number; failingSince: Date },
): Promise<{ up: readonly UpInterval[]; isNew: boolean }> {
  const { projectId, incidentId, monitorId, failingSince } = join;
  const isOwn = sql<boolean>`project_id = ${projectId} and incident_id = ${incidentId} and monitor_id = ${monitorId}`;
  const { rows } = await sql<{ recovered_at: Date | null; observed_up: UpInterval[] }>`
    select recovered_at, observed_up from incident_monitors where ${isOwn} for update`.execute(trx);
  const [known] = rows;
  const up = known ? [...known.observed_up, ...upUntil(known.recovered_at, failingSince)] : [];
  if (known)
    await sql`update incident_monitors set recovered_at = null, observed_up = ${JSON.stringify(up)}::jsonb where ${isOwn}`.execute(
      trx,
    );
  else
    await sql`
      insert into incident_monitors (incident_id, monitor_id, project_id, position, failing_since)
      select ${incidentId}::bigint, ${monitorId}::bigint, ${projectId}::bigint, coalesce(max(position), 0) + 1, ${failingSince}::timestamptz
      from incident_monitors where ${among("project_id", [projectId])} and incident_id = ${incidentId}`.execute(
      trx,
    );
  await sql`insert into open_monitor_incidents (monitor_id, incident_id, project_id)
    values (${monitorId}, ${incidentId}, ${projectId})`.execute(trx);
  return { up, isNew: known === undefined };
}

function upUntil(recoveredAt: Date | null, failingSince: Date): UpInterval[] {
  return recoveredAt !== null && recoveredAt < failingSince
    ? [{ from: recoveredAt.getTime(), to: failingSince.getTime() }]
    : [];
}

/** Marks a monitor of an incident as recovered. Returns how many others keep the incident open. */
export async function leaveIncident(
  trx: Tx,
  leave: { projectId: number; incidentId: number; monitorId: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from open_monitor_incidents
    where project_id = ${leave.projectId} and incident_id = ${leave.incidentId} and monitor_id <> ${leave.monitorId}`.execute(
    trx,
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return 0;
  await sql`update incident_monitors set recovered_at = ${leave.at}
    where project_id = ${leave.projectId} and incident_id = ${leave.incidentId} and monitor_id = ${leave.monitorId}`.execute(
    trx,
  );
  await sql`delete from open_monitor_incidents
    where project_id = ${leave.projectId} and monitor_id = ${leave.monitorId}`.execute(trx);
  return others;
}

/** Returns the latest recovery of an incident's monitors; null when none has recovered. */
export async function latestPartialRecovery(
  trx: Tx,
  projectId: number,
  incidentId: number,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(recovered_at) as at from incident_monitors where project_id = ${projectId} and incident_id = ${incidentId}`.execute(
    trx,
  );
  return rows[0]?.at ?? null;
}

export interface DetachedMonitor {
  failing_since: Date | null;
  recovered_at: Date | null;
  /** Whether it still kept the incident open. */
  was_open: boolean;
}

/** Removes a monitor from an incident as if it had never joined; null unless it is one of several. */
export async function detachMonitor(
  trx: Tx,
  projectId: number,
  incidentId: number,
  monitorId: number,
): Promise<DetachedMonitor | null> {
  const { rows: gone } = await sql<Omit<DetachedMonitor, "was_open">>`
    delete from incident_monitors im where project_id = ${projectId} and incident_id = ${incidentId} and monitor_id = ${monitorId}
      and exists (select 1 from incident_monitors x where x.project_id = ${projectId} and x.incident_id = ${incidentId} and x.monitor_id <> ${monitorId})
    returning failing_since, recovered_at`.execute(trx);
  const [row] = gone;
  if (!row) return null;
  const { rows: open } = await sql`delete from open_monitor_incidents
    where project_id = ${projectId} and incident_id = ${incidentId} and monitor_id = ${monitorId} returning 1`.execute(
    trx,
  );
  return { ...row, was_open: open.length > 0 };
}

/** Returns how many monitors keep an incident open. */
export async function countOpenMonitors(trx: Tx, projectId: number, incidentId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from open_monitor_incidents where project_id = ${projectId} and incident_id = ${incidentId}`.execute(
    trx,
  );
  return rows[0]?.open ?? 0;
}
