import { appUrl } from "@/lib/shared/env";
import { cut, oneLine } from "./clean";
import type { Message } from "./message";

export interface DigestEvent {
  readonly key: string;
  readonly project: string;
  readonly slug: string | null;
  readonly title: string | null;
  readonly status: string | null;
}

const NAMED_MAX = 10;
const NOTES_MAX = 3;
const NAME_MAX = 120;

const WORDS: Record<string, [string, string]> = {
  "uptime.incident.created": ["incident opened", "incidents opened"],
  "uptime.incident.recovered": ["incident recovered", "incidents recovered"],
  "uptime.incident.propagated": ["incident spread", "incidents spread"],
  "uptime.incident.partially_recovered": ["incident partially recovered", "incidents partially recovered"],
  "uptime.incident_update.published": ["update published", "updates published"],
  "uptime.incident_comment.created": ["comment added", "comments added"],
};

/** Returns one message for many events: how many of each kind, how many incidents are still open, and the first ten by name. */
export function digestMessage(events: readonly DigestEvent[]): Message {
  const counts = new Map<string, number>();
  for (const { key } of events) counts.set(key, (counts.get(key) ?? 0) + 1);
  const parts = [...counts].map(([key, count]) => {
    const [one, many] = WORDS[key] ?? ["event", "events"];
    return `${numberText(count)} ${count === 1 ? one : many}`;
  });
  const incidents = [
    ...new Map(events.filter((event) => event.slug).map((event) => [event.slug, event])).values(),
  ];
  const open = incidents.filter((incident) => incident.status !== "recovered");
  const named = [...open, ...incidents.filter((incident) => !open.includes(incident))].slice(0, NAMED_MAX);
  const lines = named.map((incident) => {
    const state = incident.status === "recovered" ? "Recovered" : "Down";
    return `${state}: ${cut(oneLine(incident.title ?? ""), NAME_MAX)} (${incident.slug})`;
  });
  if (incidents.length > named.length)
    lines.push(`… and ${numberText(incidents.length - named.length)} more`);
  const projects = [...new Set(events.map((event) => event.project))];
  return {
    level: open.length > 0 ? "down" : "up",
    title: cut(`${parts.join(", ")}${incidents.length > 0 ? `: ${stillDown(open.length)}` : ""}`, 200),
    lines: lines.length > 0 ? [lines.join("\n")] : [],
    facts: [
      {
        label: projects.length === 1 ? "Project" : "Projects",
        value: cut(oneLine(projects.join(", ")), 500),
      },
    ],
    link: { label: "Open incidents", url: `${appUrl()}/incidents` },
    footer: `Vedette · ${new URL(appUrl()).host}`,
  };
}

function stillDown(count: number): string {
  return count === 0 ? "all recovered" : `${numberText(count)} still down`;
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
