import { sql } from "kysely";
import { REGION_CODES } from "@/lib/contract/core/regions";
import type { RegionHold, RegionSight } from "@/lib/domain/checks/quarantine";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import { ALIVE_SECONDS } from "./runners";

/** Returns the regions currently quarantined, whose failures don't count. */
export async function quarantinedRegions(): Promise<RegionHold[]> {
  return [...(await selectHolds(db())).values()].filter(({ releasedAt }) => releasedAt === null);
}

/** Returns the newest quarantine of each region that ever had one, active or not. */
export async function selectHolds(from: Tx | ReturnType<typeof db>): Promise<Map<string, RegionHold>> {
  const rows = await from.selectFrom("region_quarantines").selectAll().execute();
  return new Map(
    rows.map(({ region, kind, since, reason, released_at }) => [
      region,
      { region, kind, since: since.getTime(), reason, releasedAt: released_at?.getTime() ?? null },
    ]),
  );
}

/** Saves the region's newest quarantine, and a copy in its history. */
export async function writeHold(trx: Tx, hold: RegionHold): Promise<void> {
  const { region, kind, reason } = hold;
  const times = {
    since: new Date(hold.since),
    released_at: hold.releasedAt === null ? null : new Date(hold.releasedAt),
  };
  await trx
    .insertInto("region_quarantines")
    .values({ region, kind, reason, ...times })
    .onConflict((conflict) => conflict.column("region").doUpdateSet({ kind, reason, ...times }))
    .execute();
  await trx
    .insertInto("region_hold_history")
    .values({ region, kind, reason, ...times })
    .onConflict((conflict) => conflict.columns(["region", "since"]).doUpdateSet({ kind, reason, ...times }))
    .execute();
}

/** Adds an entry to the audit log of every organization that monitors from the region. */
export async function auditHold(trx: Tx, hold: RegionHold, action: string): Promise<void> {
  const detail = JSON.stringify({ name: hold.region, kind: hold.kind, reason: hold.reason });
  await sql`
    insert into audit_log (organization_id, actor_type, actor_label, action, subject_type, detail)
    select distinct p.organization_id, 'system', 'Vedette', ${action}, 'region', ${detail}::jsonb
    from region_states r join projects p on p.id = r.project_id where r.region = ${hold.region}`.execute(trx);
}

/** What a batch's newest results, not stored yet, say about a region's monitors. */
export interface FreshResults {
  readonly region: string;
  readonly up: readonly number[];
  readonly down: readonly number[];
}

/**
 * Compares one region with the others, applying the batch to the stored states. Another region only confirms a failure if it
 * checked after the failure began; regions in `distrusted` never do. Regions of the built-in runner share one machine and
 * count as one.
 */
export async function selectSight(
  trx: Tx,
  { region, up, down }: FreshResults,
  distrusted: readonly string[],
  now: Date,
): Promise<RegionSight> {
  const { rows } = await sql<Omit<RegionSight, "whole" | "recent" | "latest"> & Counted>`
    with alive as (
      select kind, region from runners where revoked_at is null and last_seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})
    ), eyes as (
      select used.region, case when exists (select from alive where kind = 'local')
        and not exists (select from alive where alive.region = used.region) then 'local' else used.region end as eye
      from unnest(${[...REGION_CODES]}::text[]) as used(region)
    ), own as (
      select r.monitor_id, m.project_id, m.regions, r.monitor_id = any (${[...up, ...down]}::bigint[]) as in_batch,
        case when r.monitor_id = any (${up}::bigint[]) then 0
          else r.failures + (r.monitor_id = any (${down}::bigint[]))::int end as failures,
        case when r.failures = 0 then ${now} else r.failing_since end as since, r.last_checked_at
      from region_states r join monitors m on m.id = r.monitor_id
      where r.region = ${region} and r.region = any (m.regions) and not m.paused and not m.held_by_window
        and (not r.silent or r.monitor_id = any (${[...up, ...down]}::bigint[]))
        and (r.verdict <> 'unknown' or r.monitor_id = any (${[...up, ...down]}::bigint[]))
    ), pairs as (
      select o.monitor_id, e.eye, w.failures > 0 or w.verdict = 'failing' as fails, w.last_checked_at >= o.since as fresh
      from own o join region_states w on w.monitor_id = o.monitor_id join eyes e on e.region = w.region
      where e.eye <> (select eye from eyes where region = ${region}) and w.region = any (o.regions) and w.region <> all (${distrusted}::text[])
        and not w.silent and w.verdict <> 'unknown'
    ), others as (
      select monitor_id, bool_or(fails) as fails, bool_or(fresh) as fresh from pairs group by monitor_id
    ), seen as (
      select o.monitor_id, o.project_id, o.failures, o.failures > 0 and t.fresh and not t.fails as alone,
        t.monitor_id is not null and (o.failures = 0 or t.fresh or t.fails) as shared,
        o.failures > 0 and not coalesce(t.fails, false)
          and o.since > ${now}::timestamptz - interval '60 seconds' as flipped,
        o.since > ${now}::timestamptz - interval '20 seconds' as began_now,
        o.in_batch or o.last_checked_at > ${now}::timestamptz - interval '20 seconds' as recent
      from own o left join others t using (monitor_id)
    )
    select ${region}::text as region, count(*)::int as monitors,
      count(*) filter (where shared)::int as shared, count(*) filter (where alone)::int as alone,
      count(distinct project_id) filter (where alone)::int as projects,
      count(*) filter (where shared and recent)::int as recent_shared,
      count(*) filter (where alone and recent)::int as recent_alone,
      count(distinct project_id) filter (where alone and recent)::int as recent_projects,
      coalesce(max(failures) filter (where alone), 0)::int as slots,
      count(*) filter (where flipped)::int as flipped,
      count(distinct project_id) filter (where flipped)::int as "flippedProjects",
      count(*) filter (where recent and (failures = 0 or began_now))::int as latest_looked,
      count(*) filter (where flipped and began_now)::int as latest_flipped,
      count(distinct project_id) filter (where flipped and began_now)::int as latest_projects,
      (select count(distinct p.eye)::int from pairs p join seen s using (monitor_id) where s.alone and p.fresh)
        as witnesses,
      (select count(distinct eye)::int from pairs) as others
    from seen`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("An aggregate without GROUP BY must return one row");
  const { shared, alone, projects, recent_shared, recent_alone, recent_projects, ...others } = row;
  const { latest_looked: looked, latest_flipped: flipped, latest_projects, ...sight } = others;
  return {
    ...sight,
    whole: { shared, alone, projects },
    recent: { shared: recent_shared, alone: recent_alone, projects: recent_projects },
    latest: { looked, flipped, projects: latest_projects },
  };
}

interface Counted {
  shared: number;
  alone: number;
  projects: number;
  recent_shared: number;
  recent_alone: number;
  recent_projects: number;
  latest_looked: number;
  latest_flipped: number;
  latest_projects: number;
}
