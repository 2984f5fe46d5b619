import type { AlertRule } from "@/lib/contract/alerting/alert-rules";

/** An alert rule for opened incidents of all monitors, as the API returns it. */
export const ALERT_RULE: AlertRule = {
  id: 1,
  project_id: 1,
  scope: "project",
  event: "uptime.incident.created",
  integration_id: 1,
  rate_limit: 0,
  event_settings: null,
  integration_settings: null,
  monitors: [],
  tags: [],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
