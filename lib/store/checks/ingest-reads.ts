import type { RegionState } from "@/lib/domain/checks/region-state";
import { bigints } from "@/lib/store/core/binary-array";
import { prepared } from "@/lib/store/core/connection/prepared";
import { read } from "@/lib/store/core/connection/statements";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { reportedSql } from "@/lib/store/monitors/requests";

/** Facts about a monitor that ingest needs, read from its locked row. */
export interface MonitorFacts {
  id: number;
  project_id: number;
  config_version: number;
  interval_seconds: number;
  timeout_ms: number;
  incident_confirmations: number;
  recovery_confirmations: number;
  region_threshold: number;
  slow_threshold: number | null;
  slow_share: number;
  regions: string[];
  stopped: boolean;
  /** Its results come from signals instead of checks. */
  reported: boolean;
}

const LOCK = prepared(`
  select id, project_id, config_version, interval_seconds, timeout_ms, incident_confirmations,
    recovery_confirmations, region_threshold, slow_threshold, slow_share, regions, paused or paused_by_window as stopped, ${reportedSql("protocol")} as reported
  from monitors where id = any ($1::bigint[]) and project_id = any ($2::bigint[]) order by id for no key update`);

/** Locks the monitors in ID order until commit. Deleted ones are absent. */
export async function lockMonitorFacts(
  trx: Tx,
  projects: Projects,
  ids: readonly number[],
): Promise<Map<number, MonitorFacts>> {
  const rows = await read<MonitorFacts>(LOCK, [bigints(ids), projects], trx);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ObservedFacts {
  status: "fetching" | "online" | "partial" | "offline" | "paused";
  dataMissing: boolean;
  /** Whether an automatic incident of the monitor is open. */
  hasIncident: boolean;
  regions: Map<string, RegionState>;
}

interface ObservedRow {
  monitor_id: number;
  status: ObservedFacts["status"];
  data_missing: boolean;
  has_incident: boolean;
  region: string;
  health: RegionState["health"];
  failures: number;
  successes: number;
  failing_since: number | null;
  healthy_since: number | null;
  last_slot: number | null;
  last_counted_at: number | null;
  last_checked_at: number | null;
  last_error: RegionState["error"];
  silent: boolean;
}

const OBSERVE = prepared(`
  select s.monitor_id, s.status, s.data_missing, o.monitor_id is not null as has_incident, r.region, r.health, r.failures, r.successes,
    date_part('epoch', r.failing_since) * 1000 as failing_since,
    date_part('epoch', r.healthy_since) * 1000 as healthy_since,
    date_part('epoch', r.last_slot) * 1000 as last_slot,
    date_part('epoch', r.last_counted_at) * 1000 as last_counted_at,
    date_part('epoch', r.last_checked_at) * 1000 as last_checked_at, r.last_error, r.silent
  from monitor_states s join region_states r on r.project_id = s.project_id and r.monitor_id = s.monitor_id
    left join open_monitor_incidents o on o.project_id = s.project_id and o.project_id = any ($2::bigint[]) and o.monitor_id = s.monitor_id
  where s.monitor_id = any ($1::bigint[]) and r.monitor_id = any ($1::bigint[]) and s.project_id = any ($2::bigint[])
    and r.project_id = any ($2::bigint[])`);

/**
 * Loads the state of locked monitors. A separate statement after the lock, so that its snapshot includes what the transaction
 * that held the lock wrote.
 */
export async function loadObserved(
  trx: Tx,
  projects: Projects,
  ids: readonly number[],
): Promise<Map<number, ObservedFacts>> {
  const rows = await read<ObservedRow>(OBSERVE, [bigints(ids), projects], trx);
  const observed = new Map<number, ObservedFacts>();
  for (const row of rows) {
    let facts = observed.get(row.monitor_id);
    if (!facts) {
      const { status, data_missing: dataMissing, has_incident: hasIncident } = row;
      facts = { status, dataMissing, hasIncident, regions: new Map() };
      observed.set(row.monitor_id, facts);
    }
    facts.regions.set(row.region, toRegionState(row));
  }
  return observed;
}

function toRegionState(row: ObservedRow): RegionState {
  return {
    region: row.region,
    health: row.health,
    failures: row.failures,
    successes: row.successes,
    failingSince: row.failing_since,
    healthySince: row.healthy_since,
    lastScheduledAt: row.last_slot,
    lastStart: row.last_counted_at,
    heardAt: row.last_checked_at,
    error: row.last_error,
    silent: row.silent,
  };
}
