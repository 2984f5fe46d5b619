import type { Incident } from "@/lib/contract/incidents/incidents";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Readiness } from "@/lib/contract/reference/meta";

const AT = "2026-11-21T06:00:00Z";

/** Returns a monitor as the API does. */
export function aMonitor(part: Partial<Monitor> = {}): Monitor {
  return {
    id: 1,
    project_id: 1,
    name: "Shop",
    protocol: "http",
    request: { method: "GET", url: "https://shop.example.com" },
    request_unreadable: false,
    status: "online",
    paused: false,
    data_missing: false,
    response_time: 84,
    degraded_since: null,
    last_checked_at: AT,
    interval: 60,
    regions: ["eu-deu-fra"],
    ...MONITOR_FIELDS.initial,
    one_day_availability: 100,
    seven_days_availability: 100,
    observed_regions: [],
    tags: null,
    created_at: AT,
    updated_at: AT,
    ...part,
  } as Monitor;
}

/** Returns an open incident as the API does. */
export function anIncident(part: Partial<Incident> = {}): Incident {
  return {
    id: 5,
    project_id: 1,
    type: "monitor",
    slug: "APP-5",
    title: "Shop is down",
    public_title: null,
    description: null,
    impact: "major_outage",
    state: "unknown",
    status: "ongoing",
    exclude_from_downtime: false,
    incident_at: AT,
    recovery_at: null,
    next_update_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    assignee_id: null,
    post_mortem: null,
    post_mortem_published_at: null,
    monitors: [1],
    tags: null,
    created_at: AT,
    updated_at: AT,
    ...part,
  };
}

/** Returns a scheduled maintenance window as the API does. */
export function aWindow(part: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  return {
    id: 1,
    title: "Upgrade",
    description: null,
    monitoring_mode: "pause",
    monitors: [1],
    status_pages: [1],
    tags: null,
    starts_at: "2026-12-01T02:00:00Z",
    ends_at: "2026-12-01T03:00:00Z",
    state: "scheduled",
    time_zone: "UTC",
    recurrence: null,
    recurrence_id: null,
    created_at: AT,
    updated_at: AT,
    ...part,
  } as MaintenanceWindow;
}

/** Returns the readiness of a server whose parts are all well, except these. */
export function readiness(change: Partial<Readiness["checks"]> = {}): Readiness {
  const OK = { ok: true, message: null };
  return {
    status: Object.keys(change).length === 0 ? "ok" : "degraded",
    checks: {
      database: OK,
      migrations: OK,
      runner: OK,
      regions: OK,
      checks: OK,
      clock: OK,
      notifications: OK,
      pages: OK,
      maintenance: OK,
      disk: OK,
      shutdown: OK,
      ...change,
    },
  };
}
