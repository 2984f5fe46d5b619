import { createHash } from "node:crypto";
import type { Message } from "@/lib/notify/message/message";
import { cut } from "@/lib/notify/message/wording";
import { appUrl } from "@/lib/shared/env";

const TITLE_MAX = 150;
const BODY_MAX = 600;
/** Facts about time are left out because the browser shows when the notification arrived. */
const SHOWN_FACTS: readonly string[] = ["Cause", "Seen from", "Monitor", "Monitors", "Impact", "Project"];
/** How long push services keep a notification for an offline device. After that, it's old news. */
const KEPT_SECONDS = 12 * 3600;

/** Notification that the service worker shows. All texts are plain. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  /** A later notification with the same tag replaces this one. */
  readonly tag: string;
  /** The path below the dashboard's origin that a click opens. */
  readonly path: string;
  /** The project that a click switches to; null when the page doesn't belong to a project. */
  readonly projectId: number | null;
  readonly level: Message["level"];
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

/** Turns a message into a notification that is small enough for every push service in any script. */
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

/** Returns the headers that set how long to keep the notification, how urgent it is, and what it replaces (RFC 8030 §5.2–5.4). */
export function deliveryHeaders({ level, tag }: Notification): Record<string, string> {
  const topic = createHash("sha256").update(tag).digest("base64url").slice(0, 32);
  return { TTL: String(KEPT_SECONDS), Urgency: level === "down" ? "high" : "normal", Topic: topic };
}
