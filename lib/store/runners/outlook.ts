import { readPrepared } from "@/lib/store/core/connection/statements";
import { NEWEST_VERSION, type NewestVersion } from "./config-version";
import { ALIVE_RUNNERS, type AliveRunner } from "./runners";

/** State that a waiting runner's request checks every few seconds. One statement reads it, so it is as of one moment. */
export interface Outlook extends NewestVersion {
  /** Whether the runner's token is still valid. */
  isValid: boolean;
  alive: AliveRunner[];
  /** The regions of remote runners that reported at least once and aren't revoked, alive or not. */
  remoteRegions: string[];
  /** Identifies the database: after a restore or a failover to another one, runners start from a snapshot. */
  databaseEpoch: string;
  /** Whether any requested check may wait for a runner. */
  hasProbes: boolean;
}

const OUTLOOK = `
  select exists (select 1 from runners where id = $1 and revoked_at is null) as "isValid",
    coalesce((select jsonb_agg(a order by a.id) from (${ALIVE_RUNNERS}) a), '[]') as alive,
    array(select distinct region from runners
      where kind = 'remote' and revoked_at is null and last_seen_at is not null and region is not null order by 1) as "remoteRegions",
    (select oid from pg_database where datname = current_database())::text || '-' ||
      extract(epoch from (select min(applied_at) from migrations))::bigint::text as "databaseEpoch",
    exists (select 1 from probe_requests where taken_at is null or result is null) as "hasProbes",
    newest, forgotten
  from (${NEWEST_VERSION}) versions`;

/** Returns the state that a runner's request waits for, without the configuration itself. */
export async function runnerOutlook(runnerId: number): Promise<Outlook> {
  const [outlook] = await readPrepared<Outlook>(OUTLOOK, [runnerId]);
  if (!outlook) throw new Error("The outlook of a runner returned no row");
  return outlook;
}
