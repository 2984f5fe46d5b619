import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { isoSeconds, now } from "@/lib/shared/clock";
import { accessMark } from "@/lib/status-page/serve/access";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectWindowById, type WindowRow } from "@/lib/store/maintenance/windows";
import { insertPageMails, type PageAudience, type PageMailCause } from "@/lib/store/status-pages/mails";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { selectMailingPages } from "@/lib/store/status-pages/subscribers";
import { newsOfEvent, newsOfWindow, type PageNews } from "./page-news";

/** Events that subscribers are notified about. An incident's title becomes public with its first published update. */
const NOTIFIED_EVENTS: readonly string[] = [
  "uptime.incident_update.published",
  "uptime.incident.recovered",
  "uptime.maintenance_window.in_progress",
  "uptime.maintenance_window.completed",
  "uptime.maintenance_window.cancelled",
];

/** Returns the subscribers to notify about an event, by page. Runs before the transaction that stores them. */
export async function audiencesOf(facts: EventFacts): Promise<PageAudience[]> {
  if (!NOTIFIED_EVENTS.includes(facts.event.key) || facts.isTestIncident) return [];
  return audiences(facts.project.id, (page) => newsOfEvent(facts, page, now()));
}

export async function notifySubscribers(
  trx: Tx,
  eventId: number,
  recipients: readonly PageAudience[],
): Promise<void> {
  const cause = { about: `event:${eventId}`, eventId, windowId: null };
  for (const audience of recipients) await insertPageMails(trx, cause, audience);
}

/** Announces a scheduled window once for its dates. A window in progress is announced by its event. */
export async function announceWindow(windowId: number): Promise<void> {
  const window = await selectWindowById(windowId);
  if (window?.state !== "scheduled") return;
  const recipients = await audiencesOfWindow(window, "scheduled");
  const cause: PageMailCause = { about: planOf(window), eventId: null, windowId };
  await tx(async (trx) => {
    for (const audience of recipients) await insertPageMails(trx, cause, audience);
  });
}

/** Returns the subscribers who get a scheduled window's announcement or a reminder of it, by page. */
export function audiencesOfWindow(
  window: WindowRow,
  news: "scheduled" | "reminder",
): Promise<PageAudience[]> {
  return audiences(window.project_id, (page) => newsOfWindow(window, page, news, now()));
}

/** Identifies the schedule an email announces. Changes with either date. */
export function planOf({ id, starts_at, ends_at }: WindowRow): string {
  return `window:${id}:${isoSeconds(starts_at)}:${isoSeconds(ends_at)}`;
}

async function audiences(
  projectId: number,
  newsOf: (page: StatusPageRow) => Promise<PageNews | null>,
): Promise<PageAudience[]> {
  const made: PageAudience[] = [];
  for (const page of await selectMailingPages(projectId)) {
    const news = await newsOf(page);
    if (news) made.push({ pageId: page.id, accessMark: accessMark(page), ...news.concern });
  }
  return made;
}
