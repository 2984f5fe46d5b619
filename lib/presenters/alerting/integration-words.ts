import type { EVENT_WORDS } from "@/lib/contract/alerting/event-words";

export type EventKey = keyof typeof EVENT_WORDS;

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
