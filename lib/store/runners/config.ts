import { sql } from "kysely";
import type { Protocol } from "@/lib/contract/protocols/registry";
import { NEW_MONITOR_SECONDS } from "@/lib/domain/runners/presence";
import { db } from "@/lib/store/core/pool";
import { reportedSql } from "@/lib/store/monitors/requests";

export interface ConfigRow {
  id: number;
  project_id: number;
  config_version: number;
  protocol: Protocol;
  request: Record<string, unknown>;
  request_secrets: Buffer | null;
  regions: string[];
  interval_seconds: number;
  timeout_ms: number;
  success_assertions: Record<string, unknown>[];
  stopped: boolean;
  /** Only for monitors younger than `NEW_MONITOR_SECONDS`. */
  never_checked: boolean;
}

/** Selects by version and continues by ID, because one transaction gives many monitors the same version. */
export interface ConfigPart {
  readonly since: number;
  /** The last ID of the part before. */
  readonly after: number;
  /** The number of rows; null for all. */
  readonly limit: number | null;
}

/** Returns monitors with a newer configuration than `since` by ID, including stopped ones; with `since` 0 only active ones. */
export async function monitorConfigs(
  { since, after, limit }: ConfigPart,
  regions: readonly string[],
): Promise<ConfigRow[]> {
  const { rows } = await sql<ConfigRow>`
    select id, project_id, config_version, protocol, request, request_secrets, regions, interval_seconds, timeout_ms, success_assertions,
      paused or paused_by_window as stopped,
      created_at > now() - make_interval(secs => ${NEW_MONITOR_SECONDS}) and not exists (
        select 1 from region_states r where r.project_id = monitors.project_id and r.monitor_id = monitors.id and r.last_checked_at is not null) as never_checked
    from monitors
    where config_version > ${since} and id > ${after} and simulation is null and not ${sql.raw(reportedSql("protocol"))}
      and (${since}::bigint > 0 or (regions && ${regions}::text[] and not paused and not paused_by_window))
    order by id limit ${limit}`.execute(db());
  return rows;
}

/** Returns monitors deleted after version `since`. */
export async function tombstonesSince(since: number): Promise<number[]> {
  const rows = await db()
    .selectFrom("monitor_tombstones")
    .select("monitor_id")
    .where("config_version", ">", since)
    .execute();
  return rows.map((row) => row.monitor_id);
}
