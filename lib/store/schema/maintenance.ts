import type { Generated } from "kysely";
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from "./columns";

/** Mirrors migrations/0008-maintenance.sql and later additions. */
export interface MaintenanceTables {
  maintenance_windows: MaintenanceWindowsTable;
  maintenance_window_monitors: MaintenanceWindowMonitorsTable;
  maintenance_recurrences: MaintenanceRecurrencesTable;
}

export interface MaintenanceWindowsTable {
  id: Generated<number>;
  project_id: number;
  title: string;
  description: string | null;
  monitoring_mode: Generated<"pause" | "mute" | "normal">;
  state: Generated<"scheduled" | "in_progress" | "completed" | "cancelled">;
  starts_at: Timestamp;
  ends_at: Timestamp;
  status_pages: Generated<number[]>;
  tags: string[] | null;
  recurrence: string | null;
  time_zone: string | null;
  recurrence_id: number | null;
  recurs_at: NullableTimestamp;
  next_reminder_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface MaintenanceWindowMonitorsTable {
  project_id: number;
  maintenance_window_id: number;
  monitor_id: number;
  position: Generated<number>;
}

/** Mirrors migrations/0017-recurring-maintenance.sql. */
export interface MaintenanceRecurrencesTable {
  id: Generated<number>;
  project_id: number;
  rule: string;
  time_zone: string;
  first_start: Timestamp;
  duration_seconds: number;
  title: string;
  description: string | null;
  monitoring_mode: "pause" | "mute" | "normal";
  monitors: number[];
  status_pages: Generated<number[]>;
  tags: string[] | null;
  planned_until: Timestamp;
  ended_before: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}
