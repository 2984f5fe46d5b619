import type { Generated, GeneratedAlways } from "kysely";
import type { Protocol } from "@/lib/contract/protocols/registry";
import type {
  DefaultJson,
  DefaultTimestamp,
  Json,
  NullableJson,
  NullableTimestamp,
  Timestamp,
} from "./columns";

/** Mirrors migrations/0002-monitors.sql and later additions. */
export interface MonitorsTables {
  monitors: MonitorsTable;
  monitor_tombstones: MonitorTombstonesTable;
  monitor_states: MonitorStatesTable;
  region_states: RegionStatesTable;
  monitor_pauses: MonitorPausesTable;
  results: ResultsTable;
  rollups_hourly: RollupsHourlyTable;
  rollups_daily: RollupsDailyTable;
}

export interface MonitorsTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  protocol: Protocol;
  /** Without secrets. */
  request: Json;
  request_secrets: Buffer | null;
  regions: string[];
  region_spellings: string[] | null;
  interval_seconds: number;
  timeout_ms: number;
  success_assertions: DefaultJson;
  /** What the simulated results of a demo monitor look like; null for a monitor that is checked. */
  simulation: string | null;
  incident_confirmations: number;
  recovery_confirmations: number;
  region_threshold: number;
  tags: string[] | null;
  paused: Generated<boolean>;
  paused_by_window: Generated<boolean>;
  config_version: number;
  /** When the check or the rules were last changed; null when they never were. */
  judged_since: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface MonitorTombstonesTable {
  monitor_id: number;
  config_version: number;
  deleted_at: DefaultTimestamp;
}

export interface MonitorStatesTable {
  monitor_id: number;
  project_id: number;
  status: Generated<"fetching" | "online" | "offline" | "partial" | "paused">;
  status_since: DefaultTimestamp;
  status_reason: string | null;
  last_checked_at: NullableTimestamp;
  recent_response_times: Generated<number[]>;
  mean_response_time: GeneratedAlways<number | null>;
  data_missing: Generated<boolean>;
}

export interface RegionStatesTable {
  monitor_id: number;
  region: string;
  project_id: number;
  verdict: Generated<"unknown" | "healthy" | "failing">;
  failures: Generated<number>;
  successes: Generated<number>;
  failing_since: NullableTimestamp;
  healthy_since: NullableTimestamp;
  last_slot: NullableTimestamp;
  last_counted_at: NullableTimestamp;
  last_checked_at: NullableTimestamp;
  last_outcome: "up" | "down" | "inconclusive" | null;
  last_error: NullableJson;
  response_time: number | null;
  last_total_us: number | null;
  last_status_code: number | null;
  silent: Generated<boolean>;
}

export interface MonitorPausesTable {
  id: Generated<number>;
  monitor_id: number;
  project_id: number;
  cause: "manual" | "maintenance";
  started_at: Timestamp;
  ended_at: NullableTimestamp;
}

export interface ResultsTable {
  project_id: number;
  monitor_id: number;
  scheduled_at: Timestamp;
  started_at: Timestamp;
  region: string;
  outcome: number;
  status_code: number | null;
  total_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  first_byte_us: number | null;
  transfer_us: number | null;
  error_code: string | null;
  detail: NullableJson;
  /** Null when incidents count it. */
  evidence_only: boolean | null;
}

interface Rollup {
  project_id: number;
  monitor_id: number;
  region: string;
  up: number;
  down: number;
  inconclusive: number;
  missed: number;
  sum_us: number;
  min_us: number | null;
  max_us: number | null;
  p50_us: number | null;
  p75_us: number | null;
  p95_us: number | null;
  p99_us: number | null;
}

export interface RollupsHourlyTable extends Rollup {
  hour: Timestamp;
}

export interface RollupsDailyTable extends Rollup {
  day: string;
}
