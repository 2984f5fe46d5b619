import type { Generated } from "kysely";
import type { DefaultTimestamp, Timestamp } from "./columns";

/** Mirrors migrations/0008-maintenance.sql and what later files add to it. */
export interface MaintenanceTables {
  maintenance_windows: MaintenanceWindowsTable;
  maintenance_window_monitors: MaintenanceWindowMonitorsTable;
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
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface MaintenanceWindowMonitorsTable {
  maintenance_window_id: number;
  monitor_id: number;
  position: Generated<number>;
}
