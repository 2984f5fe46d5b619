/**
 * Where each table's rows are in a database that shards by project (docs/scaling.md). `distributed` by `project_id`: on the project's
 * shard. `reference`: on every node, because rows of several projects refer to them. `local`: on one node, never joined with
 * distributed tables.
 */
export const DISTRIBUTION = {
  distributed: [
    "certificate_notices",
    "deliveries",
    "delivery_attempts",
    "deployments",
    "events",
    "heartbeat_signals",
    "heartbeats",
    "imported_items",
    "incident_comments",
    "incident_monitors",
    "incident_numbers",
    "incident_templates",
    "incident_timeline",
    "incident_updates",
    "incidents",
    "integration_limits",
    "kept_failures",
    "maintenance_recurrences",
    "maintenance_window_monitors",
    "maintenance_windows",
    "managed_items",
    "monitor_certificates",
    "monitor_degradations",
    "monitor_pauses",
    "monitor_states",
    "monitors",
    "open_monitor_incidents",
    "push_deliveries",
    "region_states",
    "results",
    "rollups_daily",
    "rollups_hourly",
    "target_trials",
  ],
  // An alert rule of an organization sends the events of all its projects through one project's integration.
  reference: [
    "alert_rules",
    "integrations",
    "organizations",
    "project_members",
    "projects",
    "push_subscriptions",
    "users",
  ],
  local: [
    "access_links",
    "api_keys",
    "app_secret",
    "attempt_buckets",
    "audit_log",
    "deferred_results",
    "domain_holders",
    "test_incidents",
    "health_alerts",
    "health_minutes",
    "heartbeat_gaps",
    "heartbeat_reception",
    "idempotency_keys",
    "job_workers",
    "known_origins",
    "maintenance_steps",
    "migrations",
    "monitor_tombstones",
    "outbox_mails",
    "page_mails",
    "page_snapshots",
    "page_subscribers",
    "ping_keys",
    "probe_requests",
    "push_keys",
    "quarantine_history",
    "region_quarantines",
    "runners",
    "saved_filters",
    "sessions",
    "status_page_files",
    "status_pages",
    "visits",
  ],
} as const;

export type Distribution = keyof typeof DISTRIBUTION;

/** Returns where a table's rows are; null for one that isn't ours. */
export function distributionOf(table: string): Distribution | null {
  const kinds = Object.entries(DISTRIBUTION) as [Distribution, readonly string[]][];
  return kinds.find(([, tables]) => tables.includes(table))?.[0] ?? null;
}
