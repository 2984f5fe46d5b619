import { createHash } from "node:crypto";
import { appUrl } from "@/lib/shared/env";
import { cut } from "../message/clean";
import type { Message } from "../message/message";

const TITLE_MAX = 150;
const BODY_MAX = 600;
/** The title says what, the browser says when. */
const SHOWN_FACTS: readonly string[] = ["Cause", "Seen from", "Monitor", "Monitors", "Impact", "Project"];
/** An outage is news for so long; a device that was off longer finds the state in the dashboard. */
const KEPT_SECONDS = 12 * 3600;

/** What the service worker shows; plain text throughout. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  /** A later notification with the same tag takes the place of this one. */
  readonly tag: string;
  /** Opened by a click, below the dashboard's own origin. */
  readonly path: string;
  /** The project that the page belongs to: a click works on in it. Null when the page belongs to none. */
  readonly projectId: number | null;
  readonly level: Message["level"];
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

/** A message in the dress of a notification: small enough for every push service in any script. */
export function notificationOf(
  message: Message,
  about: Pick<Notification, "tag" | "projectId"> & { at: Date },
): Notification {
  const facts = message.facts.filter(({ label }) => SHOWN_FACTS.includes(label));
  const lines = [...message.lines, facts.map(({ label, value }) => `${label}: ${value}`).join(" · ")];
  return {
    title: cut(message.title, TITLE_MAX),
    body: cut(lines.filter(Boolean).join("\n"), BODY_MAX),
    tag: about.tag,
    path: message.link.url.slice(appUrl().length) || "/",
    projectId: about.projectId,
    level: message.level,
    at: about.at.getTime(),
  };
}

/** How a push service treats it (RFC 8030 §5.2–5.4): how long it waits for the device, how soon it wakes it, what it takes the place of. */
export function deliveryHeaders({ level, tag }: Notification): Record<string, string> {
  const topic = createHash("sha256").update(tag).digest("base64url").slice(0, 32);
  return { TTL: String(KEPT_SECONDS), Urgency: level === "down" ? "high" : "normal", Topic: topic };
}
