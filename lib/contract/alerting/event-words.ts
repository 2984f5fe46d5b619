// Without zod, because the dashboard uses these words in the browser.

/** Each event as the clause of a sentence ("When …, notify …") and as a title. Alert rules offer them in this order. */
export const EVENT_WORDS = {
  "uptime.incident.created": { clause: "an incident opens", title: "Incident opened" },
  "uptime.incident.recovered": { clause: "an incident recovers", title: "Incident recovered" },
  "uptime.incident.propagated": {
    clause: "an incident spreads to another monitor",
    title: "Incident spread to another monitor",
  },
  "uptime.incident.partially_recovered": {
    clause: "one of an incident's monitors recovers",
    title: "Incident partially recovered",
  },
  "uptime.incident_update.published": {
    clause: "an incident update is published",
    title: "Incident update published",
  },
  "uptime.incident_comment.created": {
    clause: "a comment is added to an incident",
    title: "Comment added to incident",
  },
  "uptime.monitor.degraded": { clause: "a monitor becomes slow", title: "Monitor degraded" },
  "uptime.monitor.restored": { clause: "a slow monitor is fast again", title: "Monitor no longer degraded" },
  "uptime.monitor.created": { clause: "a monitor is created", title: "Monitor created" },
  "uptime.monitor.deleted": { clause: "a monitor is deleted", title: "Monitor deleted" },
  "uptime.monitor_certificate.discovered": {
    clause: "a new certificate is discovered",
    title: "New certificate discovered",
  },
  "uptime.monitor_certificate.expiring": {
    clause: "a certificate is about to expire",
    title: "Certificate about to expire",
  },
  "uptime.maintenance_window.in_progress": {
    clause: "a maintenance window starts",
    title: "Maintenance started",
  },
  "uptime.maintenance_window.completed": {
    clause: "a maintenance window ends",
    title: "Maintenance completed",
  },
  "uptime.maintenance_window.cancelled": {
    clause: "a maintenance window is canceled",
    title: "Maintenance canceled",
  },
} as const;

/** Returns the title of an event or of a test; its key if this version doesn't know it. */
export function eventTitle(key: string): string {
  if (key === "test") return "Test notification";
  return (EVENT_WORDS as Record<string, { title: string }>)[key]?.title ?? key;
}
