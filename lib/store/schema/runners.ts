import type { Generated } from "kysely";
import type {
  DefaultJson,
  DefaultTimestamp,
  Json,
  NullableJson,
  NullableTimestamp,
  Timestamp,
} from "./columns";

/** Mirrors migrations/0006-runners.sql and later additions. */
export interface RunnersTables {
  runners: RunnersTable;
  probe_requests: ProbeRequestsTable;
  region_quarantines: RegionQuarantinesTable;
  /** Mirrors migrations/0033-region-hold-history.sql: the same columns, keyed by region and since. */
  quarantine_history: RegionQuarantinesTable;
}

export interface RunnersTable {
  id: Generated<number>;
  name: string;
  region: string | null;
  kind: "local" | "remote";
  token_hash: Buffer;
  last_seen_at: NullableTimestamp;
  version: string | null;
  capabilities: DefaultJson;
  report: DefaultJson;
  instances: Generated<string[]>;
  doubled_since: NullableTimestamp;
  doubled_at: NullableTimestamp;
  /** A `tstzmultirange`. */
  presence: Generated<string>;
  /** Where a built-in runner's server is: from Settings, and from its RUNNER_REGION, which wins. */
  location: string | null;
  location_variable: string | null;
  revoked_at: NullableTimestamp;
  created_at: DefaultTimestamp;
}

/** Mirrors migrations/0028-region-quarantines.sql. */
export interface RegionQuarantinesTable {
  region: string;
  kind: "gated" | "quarantined";
  since: Timestamp;
  reason: string;
  released_at: NullableTimestamp;
}

export interface ProbeRequestsTable {
  id: Generated<string>;
  project_id: number;
  region: string;
  config: Json;
  taken_by: number | null;
  taken_at: NullableTimestamp;
  phases: DefaultJson;
  result: NullableJson;
  created_at: DefaultTimestamp;
}
