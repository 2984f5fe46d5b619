import * as z from "zod";

/** The closed list of events that can send notifications. */
export const EVENT_KEYS = [
  "uptime.monitor.created",
  "uptime.monitor.deleted",
  "uptime.monitor.degraded",
  "uptime.monitor.restored",
  "uptime.monitor_certificate.discovered",
  "uptime.monitor_certificate.expiring",
  "uptime.incident.created",
  "uptime.incident.propagated",
  "uptime.incident.partially_recovered",
  "uptime.incident.recovered",
  "uptime.incident_comment.created",
  "uptime.incident_update.published",
  "uptime.maintenance_window.in_progress",
  "uptime.maintenance_window.completed",
  "uptime.maintenance_window.cancelled",
] as const;

export const EventKey = z.enum(EVENT_KEYS).meta({
  title: "Event",
  description: "The event that triggers the rule.",
  examples: ["uptime.incident.created"],
});
export type EventKey = z.infer<typeof EventKey>;

const MONITOR_FIELDS = [
  "id",
  "name",
  "status",
  "protocol",
  "request",
  "regions",
  "interval",
  "incident_confirmations",
  "recovery_confirmations",
] as const;

/** The fields available as `{{ entity.field }}`. */
export const ENTITY_FIELDS = {
  project: ["id", "name", "slug"],
  event: ["id", "key", "occurred_at"],
  monitor: MONITOR_FIELDS,
  propagated_monitor: MONITOR_FIELDS,
  recovered_monitor: MONITOR_FIELDS,
  affected_monitors: MONITOR_FIELDS,
  certificate: [
    "serial_number",
    "subject_common_name",
    "subject_alternative_names",
    "issuer_common_name",
    "issuer_organization",
    "not_before",
    "not_after",
    "expires_at",
    "expires_first",
  ],
  incident: ["id", "slug", "title", "description", "state", "status", "impact"],
  comment: ["id", "content"],
  update: ["id", "state", "content"],
  creator: ["type", "label"],
  maintenance_window: ["id", "title", "description", "state", "monitoring_mode", "starts_at", "ends_at"],
} as const satisfies Record<string, readonly string[]>;
export type EntityName = keyof typeof ENTITY_FIELDS;

/** The only entity that is a list, which only `$each` can iterate over. */
export const LIST_ENTITY = "affected_monitors" satisfies EntityName;

const INCIDENT: readonly EntityName[] = ["project", "event", "incident", LIST_ENTITY];
const WINDOW: readonly EntityName[] = ["project", "event", "maintenance_window", LIST_ENTITY];

/** The entities available for each event. */
export const EVENT_ENTITIES: Record<EventKey, readonly EntityName[]> = {
  "uptime.monitor.created": ["project", "event", "monitor"],
  "uptime.monitor.deleted": ["project", "event", "monitor"],
  "uptime.monitor.degraded": ["project", "event", "monitor"],
  "uptime.monitor.restored": ["project", "event", "monitor"],
  "uptime.monitor_certificate.discovered": ["project", "event", "monitor", "certificate"],
  "uptime.monitor_certificate.expiring": ["project", "event", "monitor", "certificate"],
  "uptime.incident.created": INCIDENT,
  "uptime.incident.propagated": [...INCIDENT, "propagated_monitor"],
  "uptime.incident.partially_recovered": [...INCIDENT, "recovered_monitor"],
  "uptime.incident.recovered": INCIDENT,
  "uptime.incident_comment.created": [...INCIDENT, "comment", "creator"],
  "uptime.incident_update.published": [...INCIDENT, "update", "creator"],
  "uptime.maintenance_window.in_progress": WINDOW,
  "uptime.maintenance_window.completed": WINDOW,
  "uptime.maintenance_window.cancelled": WINDOW,
};

export const INCIDENT_TYPE_FILTERS = ["all", "monitor", "manual"] as const;

const TypeFilter = z
  .object({
    type: z
      .enum(INCIDENT_TYPE_FILTERS)
      .optional()
      .meta({
        title: "Incidents",
        description: "Type of incident that triggers the rule. Defaults to `all`.",
        examples: ["all"],
      }),
  })
  .meta({ title: "Event settings" });

const DaysBeforeExpiry = z
  .object({
    days_before_expiry: z
      .number()
      .int()
      .min(1)
      .max(60)
      .meta({
        title: "Days before expiry",
        description: "1 to 60 days before the certificate expires.",
        examples: [14],
      }),
  })
  .meta({ title: "Event settings" });

/** The schema of `event_settings` for each event; null means empty or null. */
export const EVENT_SETTINGS: Record<EventKey, z.ZodObject | null> = {
  "uptime.monitor.created": null,
  "uptime.monitor.deleted": null,
  "uptime.monitor.degraded": null,
  "uptime.monitor.restored": null,
  "uptime.monitor_certificate.discovered": null,
  "uptime.monitor_certificate.expiring": DaysBeforeExpiry,
  "uptime.incident.created": TypeFilter,
  "uptime.incident.propagated": null,
  "uptime.incident.partially_recovered": null,
  "uptime.incident.recovered": TypeFilter,
  "uptime.incident_comment.created": TypeFilter,
  "uptime.incident_update.published": TypeFilter,
  "uptime.maintenance_window.in_progress": null,
  "uptime.maintenance_window.completed": null,
  "uptime.maintenance_window.cancelled": null,
};
