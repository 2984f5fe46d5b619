import type { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import type { IntegrationApp } from "./integration-apps";

export type EventKey = keyof typeof EVENT_WORDS;

export const RATE_LIMITS_MINUTES = [0, 5, 10, 30, 60, 180, 720, 1440] as const;

/** Returns `every time` or `at most once every 30 minutes`. */
export function rateWords(minutes: number): string {
  if (minutes === 0) return "every time";
  return minutes < 60
    ? `at most once every ${minutes} minutes`
    : `at most once every ${minutes === 60 ? "hour" : `${minutes / 60} hours`}`;
}

/** Returns whether an event may be limited to automatic or manual incidents. */
export function hasTypeFilter(event: EventKey): boolean {
  return [
    "uptime.incident.created",
    "uptime.incident.recovered",
    "uptime.incident_comment.created",
    "uptime.incident_update.published",
  ].includes(event);
}

/** Returns the initial `integration_settings` of a rule; null when the app has none. */
export function ruleSettings(app: IntegrationApp, event: EventKey): Record<string, unknown> | null {
  if (app === "ntfy") return { priority: "high" };
  if (app === "pushover") return { priority: "high" };
  if (app !== "outgoing_webhook") return null;
  const incident = event.startsWith("uptime.incident");
  const body = {
    event: "{{ event.key }}",
    occurred_at: "{{ event.occurred_at }}",
    project: "{{ project.name }}",
    ...(incident && {
      incident: {
        id: "{{ incident.id }}",
        slug: "{{ incident.slug }}",
        title: "{{ incident.title }}",
        status: "{{ incident.status }}",
        impact: "{{ incident.impact }}",
      },
    }),
  };
  return { schema: JSON.stringify(body, null, 2) };
}
