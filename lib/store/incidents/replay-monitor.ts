import { db } from "@/lib/store/core/pool";

export interface ReplayMonitorRow {
  id: number;
  project_id: number;
  name: string;
  regions: string[];
  interval_seconds: number;
  timeout_ms: number;
  incident_confirmations: number;
  recovery_confirmations: number;
  region_threshold: number;
}

/** Returns the monitor with its settings, in any project, because the CLI acts for the operator. */
export function monitorForReplay(monitorId: number): Promise<ReplayMonitorRow | undefined> {
  return db()
    .selectFrom("monitors")
    .select([
      "id",
      "project_id",
      "name",
      "regions",
      "interval_seconds",
      "timeout_ms",
      "incident_confirmations",
      "recovery_confirmations",
      "region_threshold",
    ])
    .where("id", "=", monitorId)
    .executeTakeFirst();
}
