import { isoSeconds, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { accessMark } from "@/lib/status-page/serve/access";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { tx } from "@/lib/store/core/tx";
import { selectWindow, type WindowRow } from "@/lib/store/maintenance/windows";
import {
  type DueAnnouncement,
  markAnnounced,
  selectDueAnnouncements,
} from "@/lib/store/status-pages/due-announcements";
import { insertPageMails, type PageAudience, type PageMailCause } from "@/lib/store/status-pages/mails";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { selectMailingPages } from "@/lib/store/status-pages/subscribers";
import { newsOfEvent, newsOfWindow, type PageNews } from "./page-news";

const BATCH = 100;
/** After this long, an event whose subscribers couldn't be notified isn't news anymore. */
const NEWS_MAX_AGE_MS = 4 * 86_400_000;
const UNREADABLE = "A status page couldn't be read. Its subscribers aren't notified yet.";

/** The subscribers to notify, by page. */
export interface Audiences {
  readonly pages: readonly PageAudience[];
  /** Whether a page couldn't be read, so that its subscribers are missing. */
  readonly isPartial: boolean;
}

/**
 * Stores the messages about a project's events to the subscribers of its pages, in the order of the events. Throws if a page can't be
 * read, after notifying the subscribers of the others, so that the queue retries it. Safe to run twice at once, because each message is
 * stored once.
 */
export async function announceEvents(projectId: number): Promise<void> {
  let isPartial = false;
  for (let after = 0; ; ) {
    const due = await selectDueAnnouncements(projectId, after, BATCH);
    for (const event of due) isPartial = (await announceEvent(projectId, event)) || isPartial;
    after = due.at(-1)?.id ?? after;
    if (due.length < BATCH) break;
  }
  if (isPartial) throw new Error(UNREADABLE);
}

/** Returns whether a page couldn't be read, so that the event stays due. */
async function announceEvent(projectId: number, { id, created_at }: DueAnnouncement): Promise<boolean> {
  const facts = await selectEventFacts(projectId, id);
  const found = facts && (await audiences(projectId, (page) => newsOfEvent(facts, page, now())));
  const isOver = !found?.isPartial || now().getTime() - created_at.getTime() > NEWS_MAX_AGE_MS;
  await tx(async (trx) => {
    const cause: PageMailCause = { about: `event:${id}`, eventId: id, windowId: null };
    for (const audience of found?.pages ?? []) await insertPageMails(trx, cause, audience);
    if (isOver) await markAnnounced(trx, projectId, id);
  });
  return !isOver;
}

/** Announces a scheduled window once for its dates. A window in progress is announced by its event. */
export async function announceWindow(projectId: number, windowId: number): Promise<void> {
  const window = await selectWindow(projectId, windowId);
  if (window?.state !== "scheduled") return;
  const found = await audiencesOfWindow(window, "scheduled");
  const cause: PageMailCause = { about: planOf(window), eventId: null, windowId };
  await tx(async (trx) => {
    for (const audience of found.pages) await insertPageMails(trx, cause, audience);
  });
  if (found.isPartial) throw new Error(UNREADABLE);
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
