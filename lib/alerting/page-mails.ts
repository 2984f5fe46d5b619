import { EMAIL_NOT_CONFIGURED } from "@/lib/contract/alerting/outbox";
import { pageLanguage } from "@/lib/contract/status-pages/languages";
import { isDisabledBy, retryPauseMs } from "@/lib/domain/status-pages/subscriber-webhooks";
import type { SendResult } from "@/lib/notify/notice";
import { MailError } from "@/lib/notify/transport/mail";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { loadSettings, type ReadPage } from "@/lib/status-page/model/load-model";
import { accessMark } from "@/lib/status-page/serve/access";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { tx } from "@/lib/store/core/tx";
import { selectWindow } from "@/lib/store/maintenance/windows";
import {
  addPageMailJobs,
  CHALLENGE,
  claimPageMail,
  dropPageMail,
  markPageMailSent,
  type PageMailRow,
  postponePageMail,
  selectOverduePageMails,
} from "@/lib/store/status-pages/mails";
import { type StatusPageRow, selectPageById } from "@/lib/store/status-pages/pages";
import { confirmSubscriber, deleteSubscriber } from "@/lib/store/status-pages/subscribers";
import { clearWebhookFailure, disableWebhook, noteWebhookFailure } from "@/lib/store/status-pages/webhooks";
import { planOf } from "./page-audience";
import { newsOfEvent, newsOfWindow, type PageNews } from "./page-news";
import { after, untilRecorded } from "./recording";
import { sendToSubscriber } from "./subscriber-mail";
import { type PostedMail, postChallenge, postNews } from "./subscriber-webhook";

/** Longer than the mail transport's own timeout, so that two processes never send the same email at once. */
const LEASE_MS = 120_000;
const OVERDUE_MS = 60_000;
const SWEEP_MAX = 1000;
const NOT_SHOWN = "The subscriber can no longer see this on the page.";

/**
 * Sends pending emails and webhook messages at least once. A process that dies after one was accepted, but before recording it,
 * sends the same Message-ID or webhook ID again; nothing else is sent twice. An unreachable mail server ends the run, and the
 * sweep resumes it.
 */
export async function sendPageMails(ids: readonly number[]): Promise<void> {
  const known = new Map<string, Promise<PageNews | null>>();
  for (const id of ids) {
    const mail = await claimPageMail(id, LEASE_MS);
    if (mail && !(await sendApart(mail, known))) return;
  }
}

/** Sends a message. An error of our own, such as a page that can't be read, costs it an attempt without affecting others. */
async function sendApart(mail: PageMailRow, known: Map<string, Promise<PageNews | null>>): Promise<boolean> {
  try {
    return await sendOne(mail, known);
  } catch (error) {
    log.error("a subscriber's message could not be built or sent", { page_mail_id: mail.id, error });
    await again(mail, "The message couldn't be built. The server log has the reason.", false);
    return true;
  }
}

/** Returns false if sending the rest now is pointless. */
async function sendOne(mail: PageMailRow, known: Map<string, Promise<PageNews | null>>): Promise<boolean> {
  if (mail.about === CHALLENGE) {
    const page = await openPage(mail);
    if (page && isPosted(mail)) await sendChallenge(mail, page);
    else await dropPageMail(mail.id, NOT_SHOWN);
    return true;
  }
  const key = `${mail.status_page_id} ${mail.access_mark?.toString("hex")} ${mail.url === null} ${mail.language} ${mail.about}`;
  const pending = known.get(key) ?? newsFor(mail);
  known.set(key, pending);
  const current = await pending;
  if (!current || (current.concern.isForFollowers && mail.root_id === null)) {
    await dropPageMail(mail.id, NOT_SHOWN);
    return true;
  }
  const news = current.retitled?.(mail.announced_title) ?? current;
  if (isPosted(mail)) {
    await sendPost(mail, news);
    return true;
  }
  try {
    if (await sendToSubscriber(mail, news)) await markSent(mail, news);
    else await dropPageMail(mail.id, EMAIL_NOT_CONFIGURED);
    return true;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await failed(mail, error);
    return error.code !== null;
  }
}

async function failed(mail: PageMailRow, error: MailError): Promise<void> {
  log.warn("a subscriber's email was not accepted", { page_mail_id: mail.id, error: error.message });
  await again(mail, error.message, error.final);
}

/** Postpones a failed message, or drops it after its last attempt. */
function again({ id, attempts }: PageMailRow, reason: string, isFinal: boolean): Promise<void> {
  const pauseMs = isFinal ? null : retryPauseMs(attempts);
  return pauseMs === null ? dropPageMail(id, reason) : postponePageMail(id, reason, pauseMs);
}

function isPosted(mail: PageMailRow): mail is PostedMail {
  return mail.url !== null;
}

/** Returns the page in the subscriber's language if it still offers this kind of subscription and the subscriber still meets its access rules. */
async function openPage(mail: PageMailRow): Promise<ReadPage | null> {
  const { status_page_id, url, access_mark, language } = mail;
  const page = await selectPageById(status_page_id);
  if (!page?.subscription_channels.includes(url === null ? "email" : "webhook")) return null;
  const mark = accessMark(page);
  if (mark && !access_mark?.equals(mark)) return null;
  return { ...page, readIn: pageLanguage(language ?? page.language) };
}

/**
 * Reloads the news when sending, because the page may be private, closed for subscribers, or deleted, the update withdrawn, or
 * the schedule changed.
 */
async function newsFor(mail: PageMailRow): Promise<PageNews | null> {
  const page = await openPage(mail);
  if (!page) return null;
  if (mail.event_id !== null) {
    const facts = await selectEventFacts(mail.project_id, mail.event_id);
    return facts && newsOfEvent(facts, page, now());
  }
  const window = mail.window_id === null ? null : await selectWindow(mail.project_id, mail.window_id);
  if (window?.state !== "scheduled" || !mail.about.startsWith(planOf(window))) return null;
  return newsOfWindow(window, page, mail.about === planOf(window) ? "scheduled" : "reminder", now());
}

/** Queues overdue emails again. Returns how many. */
export async function sweepPageMails(): Promise<number> {
  const mails = await selectOverduePageMails(OVERDUE_MS, SWEEP_MAX);
  if (mails.length > 0) await tx((trx) => addPageMailJobs(trx, mails));
  return mails.length;
}

function markSent({ id }: PageMailRow, { subject }: PageNews): Promise<void> {
  return untilRecorded(() => markPageMailSent(id, subject), after(LEASE_MS));
}

/** Sends news to a webhook and records the result. */
async function sendPost(mail: PostedMail, news: PageNews): Promise<void> {
  const result = await postNews(mail, news);
  if (result.outcome !== "delivered") return postFailed(mail, result);
  await markSent(mail, news);
  await clearWebhookFailure(mail.subscriber_id);
}

/** Sends a webhook's challenge. Passing it confirms the subscription, unless the URL has one already. */
async function sendChallenge(mail: PostedMail, page: StatusPageRow): Promise<void> {
  const result = await postChallenge(mail, await loadSettings(page));
  if (result.outcome !== "delivered") return postFailed(mail, result);
  if (!(await confirmSubscriber(page.id, mail.subscriber_id, now())))
    await deleteSubscriber(page.id, mail.subscriber_id);
}

async function postFailed(mail: PostedMail, { outcome, error, retryAfterMs }: SendResult): Promise<void> {
  const reason = error ?? "no reason";
  log.warn("a subscriber's webhook did not accept a message", { page_mail_id: mail.id, error: reason });
  const failingSince = await noteWebhookFailure(mail.subscriber_id, reason);
  const isChallenge = mail.about === CHALLENGE;
  const pauseMs = outcome === "rejected" ? null : retryPauseMs(mail.attempts, { isChallenge, retryAfterMs });
  if (pauseMs !== null) return postponePageMail(mail.id, reason, pauseMs);
  await dropPageMail(mail.id, reason);
  // Rejected: the receiver responded that it is gone (410).
  const isOver = outcome === "rejected" || (failingSince !== null && isDisabledBy(failingSince, now()));
  if (isOver) await disableWebhook(mail.subscriber_id);
}
