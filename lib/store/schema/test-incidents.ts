import type { Generated } from "kysely";
import type { DefaultJson, Timestamp } from "./columns";

/** Mirrors migrations/0039-drill-course.sql. */
export interface TestIncidentsTable {
  id: string;
  project_id: number;
  monitor_id: number;
  monitor_name: string;
  started_at: Timestamp;
  state: Generated<"checking" | "failed" | "down" | "recovered">;
  reason: string | null;
  checks: DefaultJson;
}
