import { sql } from "kysely";
import type { PresentRunner } from "@/lib/domain/runners/assignment";
import {
  ALIVE_SECONDS,
  DOUBLED_GAP_SECONDS,
  DOUBLED_SECONDS,
  HEARTBEAT_SECONDS,
  LATE_SECONDS,
  PRESENCE_HOURS,
} from "@/lib/domain/runners/presence";
import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { readEachPart } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

export interface RunnerRow {
  id: number;
  name: string;
  region: string | null;
  kind: "local" | "remote";
}

export interface AliveRunner extends RunnerRow {
  /** Whether it missed its heartbeats. */
  late: boolean;
  /** Time until it has missed them; zero or less when it is late. */
  lateInMs: number;
}

/** When the runner was alive, including the time from now on; `presence` ends when it is late or leaves. */
const PRESENCE = `(presence + tstzmultirange(tstzrange(now(), now() + interval '${LATE_SECONDS} s')))
  * tstzmultirange(tstzrange(now() - interval '${PRESENCE_HOURS} hours', now() + interval '${LATE_SECONDS} s'))`;

/** Returns the runner of a token; undefined when it is unknown or revoked. */
export function runnerByToken(tokenHash: Buffer): Promise<RunnerRow | undefined> {
  return db()
    .selectFrom("runners")
    .select(["id", "name", "region", "kind"])
    .where("token_hash", "=", tokenHash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
}

/** Returns whether the runner's token is still valid. */
export async function isRunnerValid(runnerId: number): Promise<boolean> {
  const row = await db()
    .selectFrom("runners")
    .select("id")
    .where("id", "=", runnerId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the runner is alive. */
export async function touchRunner(runnerId: number): Promise<void> {
  await sql`
    update runners set last_seen_at = now(), presence = ${sql.raw(PRESENCE)} where id = ${runnerId}
      and (last_seen_at is null or last_seen_at < now() - make_interval(secs => ${HEARTBEAT_SECONDS}) or last_seen_at > now())`.execute(
    db(),
  );
}

const ALIVE = `(revoked_at is null and last_seen_at > now() - interval '${ALIVE_SECONDS} s')`;

/** Whether a runner isn't revoked and reported recently, by the database's clock, because servers' clocks may differ. */
export const IS_ALIVE = sql.raw<boolean>(ALIVE);

/** Selects the runners that are alive, and which of them missed their heartbeats. */
export const ALIVE_RUNNERS = `select id, name, region, kind, last_seen_at <= now() - interval '${LATE_SECONDS} s' as late,
    extract(epoch from last_seen_at + interval '${LATE_SECONDS} s' - now())::float8 * 1000 as "lateInMs"
  from runners where (kind = 'local' or region is not null) and ${ALIVE} order by id`;

/** Whether two processes are using the runner's token now: an older start reports after a newer one. */
export const IS_DOUBLED = `coalesce(doubled_at between now() - interval '${ALIVE_SECONDS} s' and now()
  and doubled_at - doubled_since >= interval '${DOUBLED_SECONDS} s', false)`;

const REPORT = `
  update runners set last_seen_at = now(), presence = ${PRESENCE}, version = $2, capabilities = $3,
    report = $4::jsonb || jsonb_build_object('reported_at', now()),
    started_at = case when $6 = any (instances) then started_at else now() end,
    instances = case when instances[1] = $6 then instances else (array_prepend($6::text, array_remove(instances, $6)))[1:8] end,
    doubled_since = case when $6 <> all (instances[2:]) then doubled_since
      when doubled_at between now() - make_interval(secs => ${DOUBLED_GAP_SECONDS}) and now() then doubled_since else now() end,
    doubled_at = case when $6 = any (instances[2:]) then now() else doubled_at end
  where id = $1 and (instances[1] is distinct from $6
    or coalesce((report ->> 'reported_at')::timestamptz not between now() - make_interval(secs => $5) and now(), true))
  returning ${IS_DOUBLED} as doubled, instances[1:2] as instances`;

/**
 * Records that the runner is alive and what it reports about itself. Its other calls must not block a report. `instance`
 * identifies its start. Returns the two newest starts when both are running, otherwise null.
 */
export async function reportRunner(
  runnerId: number,
  instance: string,
  report: {
    version: string;
    capabilities: Record<string, string>;
    clock_ahead_ms: number;
    sent_ahead_ms: number;
  },
): Promise<string[] | null> {
  const rows = await read<{ doubled: boolean; instances: string[] }>(REPORT, [
    runnerId,
    report.version,
    JSON.stringify(report.capabilities),
    JSON.stringify(report),
    HEARTBEAT_SECONDS,
    instance,
  ]);
  return rows[0]?.doubled ? rows[0].instances : null;
}

/**
 * Records that a runner stops checking. It then counts as silent, so that runners sharing its work (in its region, or built-in
 * runners of other servers) take over immediately. The last one keeps its 45 s, because it may only be restarting.
 */
export async function leaveRunner(runnerId: number): Promise<void> {
  await sql`
    update runners r set last_seen_at = now() - make_interval(secs => ${ALIVE_SECONDS}),
      presence = presence * tstzmultirange(tstzrange(null, now())) where r.id = ${runnerId}
      and exists (select 1 from runners o where o.kind = r.kind and o.region is not distinct from r.region and o.id <> r.id and o.revoked_at is null
        and o.last_seen_at > now() - make_interval(secs => ${ALIVE_SECONDS}))`.execute(db());
}

/** Returns the runners that are alive, and which of them missed their heartbeats. */
export async function aliveRunners(): Promise<AliveRunner[]> {
  return read<AliveRunner>(ALIVE_RUNNERS);
}

/** Returns this runner and those that may take precedence over it, and when each was alive in the last 25 hours. */
export async function presentRunners({ kind, region }: RunnerRow): Promise<PresentRunner[]> {
  const { rows } = await sql<PresentRunner>`
    select id, kind, region, (select jsonb_agg(jsonb_build_object(
        'from', extract(epoch from lower(span)) * 1000, 'to', extract(epoch from upper(span)) * 1000) order by span)
      from unnest(presence) as span) as presence,
      extract(epoch from started_at)::float8 * 1000 as "startedAt"
    from runners where revoked_at is null and not isempty(presence)
      and (kind = 'remote' or kind = ${kind}) and (region is not distinct from ${region} or ${kind} = 'local')`.execute(
    db(),
  );
  return rows;
}

/**
 * Selects the regions that may be named: those that a remote runner serves or served, and the location of the built-in runner.
 * Built-in runners of several servers share their checks, so they name a region only if all of them are located there.
 */
export const NAMED_REGIONS = `
  select region from runners where kind = 'remote' and revoked_at is null and last_seen_at is not null and region is not null
  union
  select min(place) from (select coalesce(location_variable, location) as place from runners
    where kind = 'local' and coalesce(last_seen_at, created_at) > now() - interval '${PRESENCE_HOURS} hours') built_in
  having count(place) = count(*) and count(distinct place) = 1`;

/** Returns the regions that may be named. */
export async function namedRegions(trx?: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ region: string }>`${sql.raw(NAMED_REGIONS)}`.execute(trx ?? db());
  return new Set(rows.map(({ region }) => region));
}

/** Selects the regions that active monitors of `own` projects use but no live runner serves, in order of their codes. */
export const UNSERVED_REGIONS = (own = "project_id is not null") => `
  with alive as (select kind, region from runners where ${ALIVE})
  -- Many monitors have the same regions, so these are made distinct before they are split.
  select distinct used.region from (
      select distinct regions from monitors where ${own} and not paused and not paused_by_window and simulation is null
    ) m cross join unnest(m.regions) as used(region)
  where not exists (select 1 from alive where kind = 'local')
    and not exists (select 1 from alive where alive.region = used.region) order by 1`;

/** Returns the regions that active monitors use but no live runner serves, in order of their codes. */
export async function unservedRegions(): Promise<string[]> {
  const rows = await readEachPart("regions in use", async (projects) => {
    const query = UNSERVED_REGIONS("project_id = any ($1::bigint[])");
    return read<{ region: string }>(query, [projects]);
  });
  return [...new Set(rows.map((row) => row.region))].sort();
}
