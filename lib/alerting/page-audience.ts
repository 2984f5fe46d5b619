import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { isoSeconds, now } from "@/lib/shared/clock";
import { accessMark } from "@/lib/status-page/serve/access";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectWindowById, type WindowRow } from "@/lib/store/maintenance/windows";
import { insertPageMails, type PageAudience, type PageMailCause } from "@/lib/store/status-pages/mails";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { selectMailingPages } from "@/lib/store/status-pages/subscribers";
import { newsOfEvent, newsOfWindow, type PageNews } from "./page-news";

/** What visitors are told of; the title of an incident is theirs once an update is published. */
const TOLD: readonly string[] = [
  "uptime.incident_update.published",
  "uptime.incident.recovered",
  "uptime.maintenance_window.in_progress",
  "uptime.maintenance_window.completed",
  "uptime.maintenance_window.cancelled",
];

/** Who is to be told of an event on which page; read before the transaction that keeps it. */
export async function audiencesOf(facts: EventFacts): Promise<PageAudience[]> {
  if (!TOLD.includes(facts.event.key) || facts.isDrill) return [];
  return audiences(facts.project.id, (page) => newsOfEvent(facts, page, now()));
}

export async function tellSubscribers(
  trx: Tx,
  eventId: number,
  told: readonly PageAudience[],
): Promise<void> {
  const cause = { about: `event:${eventId}`, eventId, windowId: null };
  for (const audience of told) await insertPageMails(trx, cause, audience);
}

/** Tells of a window that is planned, once for its dates. One that runs already is told of by its event. */
export async function tellOfWindow(windowId: number): Promise<void> {
  const window = await selectWindowById(windowId);
  if (window?.state !== "scheduled") return;
  const told = await audiences(window.project_id, (page) => newsOfWindow(window, page, "scheduled", now()));
  const cause: PageMailCause = { about: planOf(window), eventId: null, windowId };
  await tx(async (trx) => {
    for (const audience of told) await insertPageMails(trx, cause, audience);
  });
}

/** The plan that a mail tells of: another one as soon as a date changes. */
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
    if (news) made.push({ pageId: page.id, accessMark: accessMark(page), monitorIds: news.monitorIds });
  }
  return made;
}
