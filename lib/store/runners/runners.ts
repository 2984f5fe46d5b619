import { sql } from "kysely";
import type { PresentRunner } from "@/lib/domain/runners/assignment";
import { env } from "@/lib/shared/env";
import { db, pool } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

export interface RunnerRow {
  id: number;
  name: string;
  region: string | null;
  kind: "local" | "remote";
}

/** A runner not heard of for longer is silent, and another one takes its share. */
export const ALIVE_SECONDS = 45;
/** Results may wait this long for a server that was away, and an hour for clocks. */
const PRESENCE_HOURS = 25;
/** When the runner counted as alive, with the time from now on; `presence` ends when it is silent, or when it left. */
const PRESENCE = `(presence + tstzmultirange(tstzrange(now(), now() + interval '${ALIVE_SECONDS} s')))
  * tstzmultirange(tstzrange(now() - interval '${PRESENCE_HOURS} hours', now() + interval '${ALIVE_SECONDS} s'))`;
/** A heartbeat is written at most this often, so that a busy runner does not rewrite its row for each batch. */
const HEARTBEAT_SECONDS = 5;

/** The runner of a token; undefined when it is unknown or revoked. */
export function runnerByToken(tokenHash: Buffer): Promise<RunnerRow | undefined> {
  return db()
    .selectFrom("runners")
    .select(["id", "name", "region", "kind"])
    .where("token_hash", "=", tokenHash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
}

/** Whether the runner's token still counts. */
export async function isRunnerValid(runnerId: number): Promise<boolean> {
  const { rowCount } = await pool().query("select from runners where id = $1 and revoked_at is null", [
    runnerId,
  ]);
  return rowCount === 1;
}

/** Notes that the runner is alive. */
export async function touchRunner(runnerId: number): Promise<void> {
  await pool().query(
    `update runners set last_seen_at = now(), presence = ${PRESENCE} where id = $1
       and (last_seen_at is null or last_seen_at < now() - make_interval(secs => $2) or last_seen_at > now())`,
    [runnerId, HEARTBEAT_SECONDS],
  );
}

/** One start of a runner that is heard of again after another one: both run. A pause this long, in seconds, ends that. */
const DOUBLED_GAP_SECONDS = 60;
/** So long two starts must take turns: one that is being stopped may overlap with the next. */
const DOUBLED_SECONDS = 30;

/** Whether two processes use the runner's token at once now. */
export const IS_DOUBLED = `coalesce(doubled_at between now() - interval '${ALIVE_SECONDS} s' and now()
  and doubled_at - doubled_since >= interval '${DOUBLED_SECONDS} s', false)`;

const REPORT = `
  update runners set last_seen_at = now(), presence = ${PRESENCE}, version = $2, capabilities = $3,
    report = $4::jsonb || jsonb_build_object('reported_at', now()),
    instances = case when $6::text is null or instances[1] = $6 then instances
      else (array_prepend($6, array_remove(instances, $6)))[1:8] end,
    doubled_since = case when not coalesce($6 = any (instances[2:]), false) then doubled_since
      when doubled_at between now() - make_interval(secs => ${DOUBLED_GAP_SECONDS}) and now() then doubled_since else now() end,
    doubled_at = case when $6 = any (instances[2:]) then now() else doubled_at end
  where id = $1 and (instances[1] is distinct from coalesce($6, instances[1])
    or coalesce((report ->> 'reported_at')::timestamptz not between now() - make_interval(secs => $5) and now(), true))
  returning ${IS_DOUBLED} as doubled, instances[1:2] as instances`;

/**
 * Notes that the runner is alive, and what it says about itself. Other calls of it must not keep a report out. `instance` is the start of
 * its program (null: unknown). Answers the two newest starts when they run at once, else null.
 */
export async function reportRunner(
  runnerId: number,
  instance: string | null,
  report: {
    version: string;
    capabilities: Record<string, string>;
    clock_ahead_ms: number;
    sent_ahead_ms: number;
  },
): Promise<string[] | null> {
  const { rows } = await pool().query<{ doubled: boolean; instances: string[] }>(REPORT, [
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
 * A runner says that it checks nothing more: as long unheard of as one that died unseen, so that those who share its work (the others of
 * its region; of a local one those of the other servers) go on with it now. The last one keeps its 45 s: it may only be started again.
 */
export async function leaveRunner(runnerId: number): Promise<void> {
  await pool().query(
    `update runners r set last_seen_at = now() - make_interval(secs => $2),
       presence = presence * tstzmultirange(tstzrange(null, now())) where r.id = $1
       and exists (select from runners o where o.kind = r.kind and o.region is not distinct from r.region and o.id <> r.id and o.revoked_at is null
         and o.last_seen_at > now() - make_interval(secs => $2))`,
    [runnerId, ALIVE_SECONDS],
  );
}

/** Runners heard of in the last 45 s. The time is the database's: clocks of servers may differ (F12). */
export async function aliveRunners(): Promise<RunnerRow[]> {
  const { rows } = await sql<RunnerRow>`
    select id, name, region, kind from runners where (kind = 'local' or region is not null) and revoked_at is null
      and last_seen_at > now() - make_interval(secs => ${ALIVE_SECONDS}) order by id`.execute(db());
  return rows;
}

/** The other runners that may go before this one, with when each of them was alive during the last 25 hours. */
export async function presentRunners({ id, kind, region }: RunnerRow): Promise<PresentRunner[]> {
  const { rows } = await sql<PresentRunner>`
    select id, kind, region, (select jsonb_agg(jsonb_build_object(
        'from', extract(epoch from lower(span)) * 1000, 'to', extract(epoch from upper(span)) * 1000) order by span)
      from unnest(presence) as span) as presence
    from runners where id <> ${id} and revoked_at is null and not isempty(presence)
      and (kind = 'remote' or kind = ${kind}) and (region is not distinct from ${region} or ${kind} = 'local')`.execute(
    db(),
  );
  return rows;
}

/** Of these regions, which no remote runner serves, those that have one which is silent: heard of before, and not revoked. */
export async function silentRegions(regions: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ region: string }>`
    select distinct region from runners where kind = 'remote' and revoked_at is null and last_seen_at is not null
      and region = any (${regions}::text[]) order by 1`.execute(db());
  return rows.map((row) => row.region);
}

/** Regions whose place may be named: a remote runner serves or served them, or `RUNNER_REGION` says that this server is there. */
export async function namedRegions(trx?: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ region: string }>`
    select distinct region from runners where kind = 'remote' and revoked_at is null and last_seen_at is not null
      and region is not null`.execute(trx ?? db());
  const { RUNNER_REGION } = env();
  return new Set([...rows.map(({ region }) => region), ...(RUNNER_REGION ? [RUNNER_REGION] : [])]);
}

/** Regions that a monitor uses which runs, and that no runner serves which was heard of in the last 45 s; in order of their codes. */
export async function unservedRegions(): Promise<string[]> {
  const { rows } = await sql<{ region: string }>`
    with alive as (select kind, region from runners where revoked_at is null
      and last_seen_at > now() - make_interval(secs => ${ALIVE_SECONDS}))
    select distinct used.region from monitors m cross join unnest(m.regions) as used(region)
    where not m.paused and not m.held_by_window and not exists (select from alive where kind = 'local')
      and not exists (select from alive where alive.region = used.region) order by 1`.execute(db());
  return rows.map((row) => row.region);
}
