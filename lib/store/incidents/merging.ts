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

interface Candidate {
  readonly id: number;
  readonly problem: Partial<Problem> | null;
}

/**
 * Finds the incidents of a project that failures of one transaction may join: open automatic ones that last changed within its
 * merging window. Reads them once, however many monitors fail.
 */
export class MergeableIncidents {
  #candidates: readonly Candidate[] | null = null;
  readonly #locked = new Map<number, MergeableIncident>();
  #isAlone = false;

  constructor(
    private readonly trx: Tx,
    private readonly projectId: number,
    private readonly minutes: number,
  ) {}

  /**
   * Returns the newest incident whose problem matches, locked; null if there is none. Incidents are locked before the project's numbers,
   * as everywhere. That lock is only taken, until commit, if a new incident seems necessary, so that two failures confirmed at the
   * same time find each other.
   */
  async lockMatch(matches: MatchesProblem): Promise<MergeableIncident | null> {
    const likely = await this.#lockNewest(matches);
    if (likely !== null || this.#isAlone) return likely;
    await lockNumbers(this.trx, [this.projectId]);
    this.#isAlone = true;
    this.#candidates = null;
    return this.#lockNewest(matches);
  }

  /** Adds an incident that this transaction opened. */
  add(id: number, problem: Problem, builtInTitle: string): void {
    this.#candidates = [{ id, problem }, ...(this.#candidates ?? [])];
    this.#locked.set(id, { id, builtInTitle });
  }

  /** Locks only the incident that matches. One that changed while this waited for its lock no longer counts. */
  async #lockNewest(matches: MatchesProblem): Promise<MergeableIncident | null> {
    this.#candidates ??= await this.#read();
    for (const { id, problem } of this.#candidates) {
      if (!problem || !matches(problem)) continue;
      const found = this.#locked.get(id) ?? (await this.#lock(id));
      if (found) return found;
      this.#candidates = this.#candidates.filter((other) => other.id !== id);
    }
    return null;
  }

  async #read(): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`
      select id, problem from incidents where project_id = ${this.projectId} and ${this.#isOpen()}
      order by id desc limit 100`.execute(this.trx);
    return rows;
  }

  async #lock(id: number): Promise<MergeableIncident | null> {
    const { rows } = await sql<{ title: string | null }>`
      select case when not title_by_hand then title end as title from incidents
      where project_id = ${this.projectId} and id = ${id} and ${this.#isOpen()} for no key update`.execute(
      this.trx,
    );
    const [row] = rows;
    if (!row) return null;
    const found = { id, builtInTitle: row.title };
    this.#locked.set(id, found);
    return found;
  }

  #isOpen() {
    return sql`status <> 'recovered' and type = 'monitor' and stable_at is null
      and updated_at > now() - make_interval(mins => ${this.minutes})`;
  }
}

export interface JoiningMonitor {
  readonly monitorId: number;
  readonly failingSince: Date;
}

export interface JoinedMonitor {
  /** When it was observed up during the incident so far. */
  readonly up: readonly UpInterval[];
  readonly isNew: boolean;
}

/**
 * Adds monitors to an open, locked incident, or adds them again after they had recovered, which records the time in between as
 * observed up. Returns what is known of each.
 */
export async function joinIncident(
  trx: Tx,
  { projectId, incidentId }: { projectId: number; incidentId: number },
  monitors: readonly JoiningMonitor[],
): Promise<Map<number, JoinedMonitor>> {
  const ids = monitors.map(({ monitorId }) => monitorId);
  const isOfIncident = sql<boolean>`project_id = ${projectId} and incident_id = ${incidentId}`;
  const { rows } = await sql<{ monitor_id: number; recovered_at: Date | null; observed_up: UpInterval[] }>`
    select monitor_id, recovered_at, observed_up from incident_monitors
    where ${isOfIncident} and monitor_id = any (${ids}::bigint[]) order by monitor_id for update`.execute(
    trx,
  );
  const known = new Map(rows.map((row) => [row.monitor_id, row]));
  const joined = new Map<number, JoinedMonitor>();
  for (const { monitorId, failingSince } of monitors) {
    const before = known.get(monitorId);
    const up = before ? [...before.observed_up, ...upUntil(before.recovered_at, failingSince)] : [];
    joined.set(monitorId, { up, isNew: before === undefined });
    if (before)
      await sql`update incident_monitors set recovered_at = null, observed_up = ${JSON.stringify(up)}::jsonb
        where ${isOfIncident} and monitor_id = ${monitorId}`.execute(trx);
  }
  const added = monitors.filter(({ monitorId }) => !known.has(monitorId));
  if (added.length > 0)
    await sql`
      insert into incident_monitors (incident_id, monitor_id, project_id, position, failing_since)
      select ${incidentId}::bigint, u.monitor_id, ${projectId}::bigint, last.position + u.place, u.failing_since
      from unnest(${added.map(({ monitorId }) => monitorId)}::bigint[], ${added.map((one) => one.failingSince)}::timestamptz[])
          with ordinality as u (monitor_id, failing_since, place),
        (select coalesce(max(position), 0) as position from incident_monitors
          where ${among("project_id", [projectId])} and incident_id = ${incidentId}) last`.execute(trx);
  const open = ids.map((id) => ({ monitor_id: id, incident_id: incidentId, project_id: projectId }));
  await trx.insertInto("open_monitor_incidents").values(open).execute();
  return joined;
}

function upUntil(recoveredAt: Date | null, failingSince: Date): UpInterval[] {
  return recoveredAt !== null && recoveredAt < failingSince
    ? [{ from: recoveredAt.getTime(), to: failingSince.getTime() }]
    : [];
}

export interface LeavingMonitor {
  readonly monitorId: number;
  readonly at: Date;
  /** When it was observed up during the incident. */
  readonly up: readonly UpInterval[];
}

/** Marks monitors of an incident, which others keep open, as recovered. */
export async function leaveIncident(
  trx: Tx,
  { projectId, incidentId }: { projectId: number; incidentId: number },
  monitors: readonly LeavingMonitor[],
): Promise<void> {
  const ids = monitors.map(({ monitorId }) => monitorId);
  await sql`update incident_monitors im set recovered_at = u.at, observed_up = u.up
    from unnest(${ids}::bigint[], ${monitors.map(({ at }) => at)}::timestamptz[],
      ${monitors.map(({ up }) => JSON.stringify(up))}::jsonb[]) as u (monitor_id, at, up)
    where im.project_id = ${projectId} and im.incident_id = ${incidentId} and im.monitor_id = u.monitor_id`.execute(
    trx,
  );
  await sql`delete from open_monitor_incidents
    where project_id = ${projectId} and monitor_id = any (${ids}::bigint[])`.execute(trx);
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
