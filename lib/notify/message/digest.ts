import type { EventKey } from "@/lib/contract/core/events";
import { count } from "@/lib/domain/core/wording";
import { appUrl } from "@/lib/shared/env";
import type { Message } from "./message";
import { cut, oneLine } from "./wording";

export interface DigestEvent {
  readonly key: string;
  readonly project: string;
  readonly slug: string | null;
  readonly title: string | null;
  readonly status: string | null;
  /** Whether the incident ended without a recovery. */
  readonly closed?: boolean;
  /** The title that the event's own message would have, if it isn't about an incident. */
  readonly subject: string | null;
}

const EXPIRING: EventKey = "uptime.monitor_certificate.expiring";
/** The number of events that a digest names. */
export const NAMED_MAX = 10;
const NOTES_MAX = 3;
const NAME_MAX = 120;

const RECOVERED: EventKey = "uptime.incident.recovered";
/** Counts ends without a recovery. */
const CLOSED = "closed";

const WORDS: Partial<Record<string, [one: string, many: string]>> = {
  "uptime.incident.created": ["incident opened", "incidents opened"],
  "uptime.incident.recovered": ["incident recovered", "incidents recovered"],
  [CLOSED]: ["incident closed", "incidents closed"],
  "uptime.incident.propagated": ["more monitor went down", "more monitors went down"],
  "uptime.incident.partially_recovered": ["monitor recovered", "monitors recovered"],
  "uptime.incident_update.published": ["update published", "updates published"],
  "uptime.incident_comment.created": ["comment added", "comments added"],
  "uptime.monitor.degraded": ["monitor degraded", "monitors degraded"],
  "uptime.monitor.restored": ["monitor no longer degraded", "monitors no longer degraded"],
  "uptime.monitor.created": ["monitor created", "monitors created"],
  "uptime.monitor.deleted": ["monitor deleted", "monitors deleted"],
  "uptime.monitor_certificate.discovered": ["new certificate", "new certificates"],
  "uptime.monitor_certificate.expiring": ["certificate about to expire", "certificates about to expire"],
  "uptime.maintenance_window.in_progress": ["maintenance window started", "maintenance windows started"],
  "uptime.maintenance_window.completed": ["maintenance window completed", "maintenance windows completed"],
  "uptime.maintenance_window.cancelled": ["maintenance window canceled", "maintenance windows canceled"],
} satisfies Record<EventKey | typeof CLOSED, [string, string]>;

/** Returns one message for many events: how many of each kind, how many incidents are still open, and the first ten by name. */
export function digestMessage(events: readonly DigestEvent[]): Message {
  const incidents = [
    ...new Map(events.filter((event) => event.slug).map((event) => [event.slug, event])).values(),
  ];
  const open = incidents.filter((incident) => incident.status !== "recovered");
  const recovered = incidents.filter((incident) => incident.status === "recovered");
  const others = events.filter((event) => !event.slug);
  const named = [
    ...open.map((incident) => incidentLine("Open", incident)),
    ...others.flatMap(({ subject }) => subject ?? []),
    ...recovered.map((incident) => incidentLine(incident.closed ? "Closed" : "Recovered", incident)),
  ].slice(0, NAMED_MAX);
  const more = incidents.length + others.length - named.length;
  const lines = [...named, ...(more > 0 ? [`… and ${numberText(more)} more`] : [])];
  const projects = [...new Set(events.map((event) => event.project))];
  const counts = countsText(events);
  const level = open.length > 0 ? "down" : incidents.length > 0 ? "up" : "info";
  return {
    level: level !== "down" && events.some(({ key }) => key === EXPIRING) ? "warning" : level,
    title: cut(
      `${counts}${incidents.length > 0 ? `: ${stillOpen(open.length, recovered, counts)}` : ""}`,
      200,
    ),
    lines: lines.length > 0 ? [lines.join("\n")] : [],
    facts: [
      {
        label: projects.length === 1 ? "Project" : "Projects",
        value: cut(oneLine(projects.join(", ")), 500),
      },
    ],
    link:
      incidents.length > 0
        ? { label: "Open incidents", url: `${appUrl()}/incidents` }
        : { label: "Open dashboard", url: appUrl() },
    footer: `Vedette · ${new URL(appUrl()).host}`,
  };
}

/** Returns how many events there are of each kind. */
function countsText(events: readonly DigestEvent[]): string {
  const counts = new Map<string, number>();
  for (const { key, closed } of events) {
    const kind = closed && key === RECOVERED ? CLOSED : key;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const parts = [...counts].map(([key, found]) => {
    const [one, many] = WORDS[key] ?? ["event", "events"];
    return `${numberText(found)} ${found === 1 ? one : many}`;
  });
  return parts.join(", ");
}

function incidentLine(state: string, { title, slug }: DigestEvent): string {
  return `${state}: ${cut(oneLine(title ?? ""), NAME_MAX)} (${slug})`;
}

/** Names incidents only if the title hasn't yet. */
function stillOpen(open: number, ended: readonly DigestEvent[], title: string): string {
  const what = title.includes("incident") ? numberText(open) : count(open, "incident");
  if (open > 0) return `${what} still open`;
  return ended.some(({ closed }) => closed) ? "none still open" : "all recovered";
}

/** Formats a number as `1,000`. */
function numberText(count: number): string {
  return count.toLocaleString("en-US");
}

/** Adds to a digest why some of its alerts failed over to this integration. `notes` has one entry per alert; null: not a failover. */
export function failoverDigest(message: Message, notes: readonly (string | null)[]): Message {
  const reasons = [...new Set(notes.filter((note) => note !== null))];
  if (reasons.length === 0) return message;
  const isAll = reasons.length === 1 && notes.every((note) => note !== null);
  const lines = reasons
    .slice(0, NOTES_MAX)
    .map((reason) => `${isAll ? "These alerts" : "Some of these alerts"} ${reason}`);
  return { ...message, lines: [lines.join("\n"), ...message.lines] };
}
