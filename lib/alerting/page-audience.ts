import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { isoSeconds, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { accessMark } from "@/lib/status-page/serve/access";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { addJob } from "@/lib/store/core/jobs";
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

/** The subscribers to notify, by page. */
export interface Audiences {
  readonly pages: readonly PageAudience[];
  /** Whether a page couldn't be read, so that its subscribers are missing. */
  readonly isPartial: boolean;
}

const NONE: Audiences = { pages: [], isPartial: false };

/** Returns the subscribers to notify about an event. Runs before the transaction that stores them. */
export async function audiencesOf(facts: EventFacts): Promise<Audiences> {
  if (!NOTIFIED_EVENTS.includes(facts.event.key) || facts.isTestIncident) return NONE;
  return audiences(facts.project.id, (page) => newsOfEvent(facts, page, now()));
}

/** Stores the messages to the subscribers. A page that couldn't be read is tried again by a job, so that it doesn't delay alerts. */
export async function notifySubscribers(
  trx: Tx,
  { event, project }: EventFacts,
  found: Audiences,
): Promise<void> {
  const cause: PageMailCause = { about: `event:${event.id}`, eventId: event.id, windowId: null };
  for (const audience of found.pages) await insertPageMails(trx, cause, audience);
  if (found.isPartial) await addJob(trx, "announce_event", { projectId: project.id, eventId: event.id });
}

/** Retries to notify an event's subscribers after a page couldn't be read. Throws if it still can't. */
export async function announceEvent(projectId: number, eventId: number): Promise<void> {
  const facts = await selectEventFacts(projectId, eventId);
  if (!facts) return;
  const found = await audiencesOf(facts);
  await tx((trx) => notifySubscribers(trx, facts, { ...found, isPartial: false }));
  requireAll(found);
}

/** Announces a scheduled window once for its dates. A window in progress is announced by its event. */
export async function announceWindow(windowId: number): Promise<void> {
  const window = await selectWindowById(windowId);
  if (window?.state !== "scheduled") return;
  const found = await audiencesOfWindow(window, "scheduled");
  const cause: PageMailCause = { about: planOf(window), eventId: null, windowId };
  await tx(async (trx) => {
    for (const audience of found.pages) await insertPageMails(trx, cause, audience);
  });
  requireAll(found);
}

function requireAll({ isPartial }: Audiences): void {
  if (isPartial) throw new Error("A status page couldn't be read. Its subscribers aren't notified yet.");
}

/** Returns the subscribers who get a scheduled window's announcement or a reminder of it. */
export function audiencesOfWindow(window: WindowRow, news: "scheduled" | "reminder"): Promise<Audiences> {
  return audiences(window.project_id, (page) => newsOfWindow(window, page, news, now()));
}

/** Identifies the schedule an email announces. Changes with either date. */
export function planOf({ id, starts_at, ends_at }: WindowRow): string {
  return `window:${id}:${isoSeconds(starts_at)}:${isoSeconds(ends_at)}`;
}

/** A page that can't be read affects neither other pages nor the project's alerts. */
async function audiences(
  projectId: number,
  newsOf: (page: StatusPageRow) => Promise<PageNews | null>,
): Promise<Audiences> {
  const pages: PageAudience[] = [];
  let isPartial = false;
  for (const page of await selectMailingPages(projectId)) {
    try {
      const news = await newsOf(page);
      if (news) pages.push({ pageId: page.id, accessMark: accessMark(page), ...news.concern });
    } catch (error) {
      isPartial = true;
      log.error("a status page could not be read for its subscribers", { page: page.id, error });
    }
  }
  return { pages, isPartial };
}
