import { db } from "@/lib/store/core/pool";

export type ReplayMonitorRow = NonNullable<Awaited<ReturnType<typeof monitorForReplay>>>;

/** Returns the monitor with its settings, in any project, because the CLI acts for the operator. */
export function monitorForReplay(monitorId: number) {
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
