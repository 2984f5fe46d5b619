import { type Selectable, sql } from "kysely";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { knownIdsOf, rowsOf } from "@/lib/store/core/project-rows";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

/** A monitor as it is configured. `decryptRequest` returns its complete request. */
export type ConfiguredRow = Selectable<Database["monitors"]>;

/** A monitor with its current state. */
export interface MonitorRow extends ConfiguredRow {
  status: "fetching" | "online" | "offline" | "partial" | "paused";
  status_since: Date;
  /** Set when no region has reported for three intervals and a timeout. */
  data_missing: boolean;
  last_checked_at: Date | null;
  recent_response_times: number[];
  degraded_since: Date | null;
  observed: ObservedRow[];
}

export interface ObservedRow {
  region: string;
  health: "unknown" | "healthy" | "failing";
  response_time: number | null;
  last_checked_at: string | null;
  silent: boolean;
  last_outcome: "up" | "down" | "inconclusive" | null;
  last_error: { code: string; message: string } | null;
}

/**
 * Returns SQL that reads some whole monitors, as `m` with their state `s`, and another column. `offset 0` makes the planner look up
 * each state: it takes reading all of them for cheaper.
 */
export const selectMonitorsWith = (column: string) => `
  select ${column}, m.*, s.last_checked_at, s.recent_response_times, s.status_since, s.degraded_since,
    s.data_missing and not m.paused and not m.paused_by_window as data_missing,
    case when m.paused or m.paused_by_window then 'paused' else s.status end as status,
    coalesce((select json_agg(json_build_object('region', r.region, 'health', r.health, 'response_time', r.response_time,
      'last_checked_at', r.last_checked_at, 'silent', r.silent and not m.paused and not m.paused_by_window, 'last_outcome', r.last_outcome, 'last_error', r.last_error))
      from region_states r where r.project_id = $1 and r.project_id = m.project_id and r.monitor_id = m.id), '[]') as observed
  from monitors m cross join lateral (
    select * from monitor_states own where own.project_id = $1 and own.project_id = m.project_id and own.monitor_id = m.id offset 0) s`;

const ONE = `${selectMonitorsWith("null as total")} where m.project_id = $1 and m.id = $2`;

export async function selectMonitor(projectId: number, monitorId: number): Promise<MonitorRow | null> {
  const rows = await readPrepared<MonitorRow>(ONE, [projectId, monitorId]);
  return rows[0] ?? null;
}

export const { after: selectConfigured } = rowsOf("monitors");

export const knownMonitorIds = knownIdsOf("monitors");

/** Returns the monitor, locked until the transaction ends. */
export function lockMonitor(trx: Tx, projectId: number, monitorId: number) {
  return trx
    .selectFrom("monitors")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", monitorId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns the project's monitors among the IDs, locked in ID order until the transaction ends. */
export function lockMonitors(trx: Tx, projectId: number, ids: readonly number[]) {
  return trx
    .selectFrom("monitors")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", sql<number>`any (${sql.val([...ids])}::bigint[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Returns the project's monitors among the IDs, which can't be deleted until the transaction ends. */
export function lockMembers(trx: Tx, projectId: number, ids: readonly number[]) {
  return trx
    .selectFrom("monitors")
    .select(["id", "name", "protocol"])
    .where("project_id", "=", projectId)
    .where("id", "=", sql<number>`any (${sql.val([...ids])}::bigint[])`)
    .orderBy("id")
    .forKeyShare()
    .execute();
}
