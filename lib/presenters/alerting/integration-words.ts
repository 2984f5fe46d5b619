/** Events that alert rules offer in the dashboard, as the middle of a sentence. */
export const EVENT_WORDS = {
  "uptime.incident.created": "an incident opens",
  "uptime.incident.recovered": "an incident recovers",
  "uptime.incident.propagated": "an incident spreads to another monitor",
  "uptime.incident.partially_recovered": "one of an incident's monitors recovers",
  "uptime.incident_update.published": "an incident update is published",
  "uptime.incident_comment.created": "a comment is written on an incident",
  "uptime.monitor.created": "a monitor is created",
  "uptime.monitor.deleted": "a monitor is deleted",
  "uptime.monitor_certificate.discovered": "a new certificate is seen",
  "uptime.monitor_certificate.expiring": "a certificate is about to expire",
  "uptime.maintenance_window.in_progress": "a maintenance window begins",
  "uptime.maintenance_window.completed": "a maintenance window ends",
  "uptime.maintenance_window.cancelled": "a maintenance window is cancelled",
} as const;
export type EventKey = keyof typeof EVENT_WORDS;

export const RATE_LIMITS_MINUTES = [0, 5, 10, 30, 60, 180, 720, 1440] as const;

/** Returns `every time` or `at most once every 30 minutes`. */
export function rateWords(minutes: number): string {
  if (minutes === 0) return "every time";
  return minutes < 60
    ? `at most once every ${minutes} minutes`
    : `at most once every ${minutes === 60 ? "hour" : `${minutes / 60} hours`}`;
}

/** Whether an event may be limited to automatic or manual incidents. */
export function hasTypeFilter(event: EventKey): boolean {
  return [
    "uptime.incident.created",
    "uptime.incident.recovered",
    "uptime.incident_comment.created",
    "uptime.incident_update.published",
  ].includes(event);
}
