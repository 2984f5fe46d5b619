import type { Generated } from "kysely";
import type { UnrecoveredEnd } from "@/lib/domain/incidents/ends";
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from "./columns";

/** Mirrors migrations/0003-incidents.sql and later additions. */
export interface IncidentsTables {
  incidents: IncidentsTable;
  incident_monitors: IncidentMonitorsTable;
  incident_numbers: IncidentNumbersTable;
  open_monitor_incidents: OpenMonitorIncidentsTable;
  incident_updates: IncidentUpdatesTable;
  incident_timeline: IncidentTimelineTable;
  incident_templates: IncidentTemplatesTable;
}

export interface IncidentsTable {
  id: Generated<number>;
  project_id: number;
  number: number;
  slug: string;
  type: "monitor" | "manual";
  title: string;
  public_title: string | null;
  post_mortem: string | null;
  post_mortem_published_at: NullableTimestamp;
  description: string | null;
  impact: string;
  state: Generated<string>;
  status: Generated<"ongoing" | "recovering" | "recovered">;
  exclude_from_downtime: Generated<boolean>;
  incident_at: Timestamp;
  recovery_at: NullableTimestamp;
  tags: string[] | null;
  problem: NullableJson;
  acknowledged_at: NullableTimestamp;
  acknowledged_by: string | null;
  up_since: NullableTimestamp;
  stable_at: NullableTimestamp;
  times_by_hand: Generated<boolean>;
  withdrawn_at: NullableTimestamp;
  /** Why it ended although nothing recovered; null for recoveries and open incidents. */
  ended_by: UnrecoveredEnd | null;
  /** When the outage began that it continues; null unless a person resolved its earlier incident. */
  outage_at: NullableTimestamp;
  continues_id: number | null;
  /** What it concerned too. Such an incident doesn't concern every page, even if no monitor is left. */
  deleted_monitors: Generated<number[]>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface IncidentMonitorsTable {
  incident_id: number;
  monitor_id: number;
  project_id: number;
  position: Generated<number>;
  failing_since: NullableTimestamp;
  recovered_at: NullableTimestamp;
  observed_up: DefaultJson;
}

/** Mirrors migrations/0173-incident-numbers.sql. */
export interface IncidentNumbersTable {
  project_id: number;
  last_number: number;
}

export interface OpenMonitorIncidentsTable {
  project_id: number;
  monitor_id: number;
  incident_id: number;
}

export interface IncidentUpdatesTable {
  id: Generated<number>;
  incident_id: number;
  project_id: number;
  state: string;
  content: string;
  published_at: Timestamp;
  next_update_at: NullableTimestamp;
  announced_at: NullableTimestamp;
  creator_type: "user" | "api_key";
  creator_id: number;
  creator_label: string;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface IncidentTimelineTable {
  id: Generated<number>;
  incident_id: number;
  project_id: number;
  kind: string;
  reason: string;
  detail: NullableJson;
  occurred_at: Timestamp;
  created_at: DefaultTimestamp;
}

export interface IncidentTemplatesTable {
  project_id: number;
  id: Generated<number>;
  name: string;
  title: string | null;
  description: string | null;
  impact: string | null;
  tags: string[] | null;
  update_state: string | null;
  update_content: string | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}
