import { sql } from "kysely";
import type { RegionQuarantine } from "@/lib/domain/checks/quarantine";
import { type MonitorGroup, REGION_PARTS } from "@/lib/domain/checks/region-comparison";
import { projectsOfMonitors } from "@/lib/store/checks/monitor-projects";
import { executePrepared } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { among, byPart, type Projects, readEachOf, readEachPart } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { reportedSql } from "@/lib/store/monitors/requests";

/** Selects the regions currently quarantined (`RegionQuarantine`). */
export const ACTIVE_QUARANTINES = `
  select region, kind, extract(epoch from since)::float8 * 1000 as since, reason, null as "releasedAt"
  from region_quarantines where released_at is null`;

/** Returns the regions currently quarantined, whose failures don't count. */
export async function quarantinedRegions(): Promise<RegionQuarantine[]> {
  return [...(await selectQuarantines(db())).values()].filter(({ releasedAt }) => releasedAt === null);
}

/** Returns the newest quarantine of each region that ever had one, active or not. */
export async function selectQuarantines(
  from: Tx | ReturnType<typeof db>,
): Promise<Map<string, RegionQuarantine>> {
  const rows = await from.selectFrom("region_quarantines").selectAll().execute();
  return new Map(
    rows.map(({ region, kind, since, reason, released_at }) => [
      region,
      { region, kind, since: since.getTime(), reason, releasedAt: released_at?.getTime() ?? null },
    ]),
  );
}

/**
 * Saves the region's newest quarantine, and a copy in its history. It ends those before it, because two servers may begin one at the
 * same time, and only the last one is known to end.
 */
export async function writeQuarantine(trx: Tx, quarantine: RegionQuarantine): Promise<void> {
  const { region, kind, reason } = quarantine;
  const times = {
    since: new Date(quarantine.since),
    released_at: quarantine.releasedAt === null ? null : new Date(quarantine.releasedAt),
  };
  await trx
    .insertInto("region_quarantines")
    .values({ region, kind, reason, ...times })
    .onConflict((conflict) => conflict.column("region").doUpdateSet({ kind, reason, ...times }))
    .execute();
  await trx
    .insertInto("quarantine_history")
    .values({ region, kind, reason, ...times })
    .onConflict((conflict) => conflict.columns(["region", "since"]).doUpdateSet({ kind, reason, ...times }))
    .execute();
  await trx
    .updateTable("quarantine_history")
    .set({ released_at: times.since })
    .where("region", "=", region)
    .where("since", "<", times.since)
    .where("released_at", "is", null)
    .execute();
}

/** Returns the organizations that monitor from a region. */
export async function organizationsIn(region: string): Promise<number[]> {
  const found = await readEachPart("the organizations of a region", async (projects) => {
    const { rows } = await sql<{ id: number }>`
      select distinct p.organization_id as id from region_states r join projects p on p.id = r.project_id
      where ${among("r.project_id", projects)} and r.region = ${region}`.execute(db());
    return rows.map(({ id }) => id);
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Adds an entry to the audit logs of organizations. */
export async function auditQuarantine(
  trx: Tx,
  organizationIds: readonly number[],
  quarantine: RegionQuarantine,
  action: string,
): Promise<void> {
  const detail = JSON.stringify({
    name: quarantine.region,
    kind: quarantine.kind,
    reason: quarantine.reason,
  });
  await sql`
    insert into audit_log (organization_id, actor_type, actor_label, action, subject_type, detail)
    select id, 'system', 'Vedette', ${action}, 'region', ${detail}::jsonb from unnest(${organizationIds}::bigint[]) id`.execute(
    trx,
  );
}

/** State of a region's monitors according to a batch's newest results, which aren't stored yet. */
export interface FreshResults {
  readonly region: string;
  readonly up: readonly number[];
  /** With the start of their newest failure. */
  readonly down: ReadonlyMap<number, Date>;
  /** The most failures that the batch has of one monitor. */
  readonly failuresMax: number;
}

/** Returns whether a batch may open an incident of a monitor, because its region has, or will have, confirmed its failure. */
export async function mayOpen({ region, down, failuresMax }: FreshResults): Promise<boolean> {
  const { projects: known } = await projectsOfMonitors([...down.keys()]);
  const stored = [...down.keys()]
    .flatMap((id) => ({ id, projectId: known.get(id) ?? 0 }))
    .filter(({ projectId }) => projectId > 0);
  const parts = await byPart(stored, ({ projectId }) => projectId);
  const failures = await readEachOf("failures of a region", parts, async (projects, own) => {
    const ids = own.map(({ id }) => id);
    const rows = await executePrepared(
      db(),
      sql`
      select 1 from monitors m join region_states r on ${among("r.project_id", projects)} and r.project_id = m.project_id and r.monitor_id = m.id
      where m.id = any (${ids}::bigint[]) and ${among("m.project_id", projects)} and r.region = ${region}
        and r.failures + ${failuresMax}::int >= m.incident_confirmations
        and not exists (select 1 from open_monitor_incidents o where ${among("o.project_id", projects)} and o.project_id = m.project_id and o.monitor_id = m.id)
      limit 1`,
    );
    return rows;
  });
  return failures.length > 0;
}

/** How a region's monitors are grouped. */
export interface Grouping {
  /** The machine that checks from each of the other regions. */
  readonly machines: ReadonlyMap<string, string>;
  readonly now: Date;
  /** Failures that began after these, and checks after the first, count as such; see `MonitorGroup`. */
  readonly latestSince: Date;
  readonly recentSince: Date;
  /** How many of `REGION_PARTS` to read. */
  readonly parts: number;
}

/** Counts the monitors in the first of a region's parts. */
export async function countFirstPart(region: string): Promise<number> {
  const counts = await readEachPart("the monitors of a region", (projects) =>
    db()
      .selectFrom("region_states")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("region", "=", region)
      .where(PART, "=", 0)
      .where(among("project_id", projects))
      .execute(),
  );
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Mirrors the index region_states_parts. */
const PART = sql<number>`monitor_id % ${sql.raw(String(REGION_PARTS))}`;

/** Returns the region's monitors, grouped by what it and the other regions say about them, applying the batch to the stored states. */
export function selectMonitorGroups(fresh: FreshResults, grouping: Grouping): Promise<MonitorGroup[]> {
  return readEachPart(
    "the states of a region",
    async (projects) => (await groupsOf(projects, fresh, grouping).execute(db())).rows,
  );
}

function groupsOf(
  projects: Projects,
  { region, up, down }: FreshResults,
  { machines, now, latestSince, recentSince, parts }: Grouping,
) {
  const failed = [...down.keys()];
  const batch = [...up, ...failed];
  return sql<MonitorGroup>`
    with machines as (
      select * from unnest(${[...machines.keys()]}::text[], ${[...machines.values()]}::text[]) as machines(region, machine)
    ), failed as (
      select * from unnest(${failed}::bigint[], ${[...down.values()]}::timestamptz[]) as failed(monitor_id, started_at)
    ), own as (
      select r.monitor_id, m.project_id, m.regions,
        r.monitor_id = any (${batch}::bigint[]) or r.last_checked_at > ${latestSince} as latest,
        case when r.monitor_id = any (${up}::bigint[]) then 0
          else r.failures + (f.monitor_id is not null)::int end as failures,
        case when r.failures = 0 then ${now} else r.failing_since end as since,
        coalesce(f.started_at, r.last_counted_at) as until
      from (select * from region_states where ${among("project_id", projects)} and region = ${region} and ${PART} < ${parts}) r
        join monitors m on ${among("m.project_id", projects)} and m.project_id = r.project_id and m.id = r.monitor_id
        left join failed f on f.monitor_id = r.monitor_id
      where r.region = any (m.regions) and not m.paused and not m.paused_by_window
        and m.simulation is null and not ${sql.raw(reportedSql("m.protocol"))}
        and (r.monitor_id = any (${batch}::bigint[]) or (not r.silent and r.health <> 'unknown'))
    ), elsewhere as (
      select project_id, monitor_id, array_agg(distinct machine) as machines,
        array_agg(distinct machine) filter (
          where o.failures > 0 and w.last_counted_at >= o.since and w.healthy_since <= o.until) as machines_since,
        bool_or(w.failures > 0 or w.health = 'failing') as fails
      from own o join region_states w using (project_id, monitor_id) join machines on machines.region = w.region
      where ${among("w.project_id", projects)} and w.region = any (o.regions) and not w.silent and w.health <> 'unknown'
      group by project_id, monitor_id
    ), described as (
      select case when failures > 0 then project_id end as project, failures, latest as "isLatest",
        case when failures = 0 or since <= ${recentSince} then 'earlier'
          when since <= ${latestSince} then 'recent' else 'latest' end as began,
        coalesce(machines, '{}') as machines, coalesce(machines_since, '{}') as "machinesSince",
        coalesce(fails, false) as "failsElsewhere"
      from own left join elsewhere using (project_id, monitor_id)
    )
    select project, began, "isLatest", machines, "machinesSince", "failsElsewhere",
      count(*)::int as monitors, max(failures)::int as failures
    from described group by failures > 0, project, began, "isLatest", machines, "machinesSince", "failsElsewhere"`;
}
