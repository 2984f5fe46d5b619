/** Events that subscribers of status pages are notified of. An incident's title becomes public with its first published update. */
export const ANNOUNCED_EVENTS: readonly string[] = [
  "uptime.incident_update.published",
  "uptime.incident.recovered",
  "uptime.maintenance_window.in_progress",
  "uptime.maintenance_window.completed",
  "uptime.maintenance_window.cancelled",
];
