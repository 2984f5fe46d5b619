import { isDisabledBy, retryPauseMs } from "@/lib/domain/status-pages/subscriber-webhooks";
import type { SendResult } from "@/lib/notify/notice";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { loadSettings } from "@/lib/status-page/model/load-model";
import { CHALLENGE, dropPageMail, markPageMailSent, postponePageMail } from "@/lib/store/status-pages/mails";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { confirmSubscriber, deleteSubscriber } from "@/lib/store/status-pages/subscribers";
import { clearWebhookFailure, disableWebhook, noteWebhookFailure } from "@/lib/store/status-pages/webhooks";
import type { PageNews } from "./page-news";
import { type PostedMail, postChallenge, postNews } from "./subscriber-webhook";

/** Sends news to a webhook and records the result. */
export async function sendPost(mail: PostedMail, news: PageNews): Promise<void> {
  const result = await postNews(mail, news);
  if (result.outcome !== "delivered") return failed(mail, result);
  await markPageMailSent(mail.id, news.subject);
  await clearWebhookFailure(mail.subscriber_id);
}

/** Sends a webhook's challenge. Passing it confirms the subscription, unless the URL has one already. */
export async function sendChallenge(mail: PostedMail, page: StatusPageRow): Promise<void> {
  const result = await postChallenge(mail, await loadSettings(page));
  if (result.outcome !== "delivered") return failed(mail, result);
  if (!(await confirmSubscriber(page.id, mail.subscriber_id, now())))
    await deleteSubscriber(page.id, mail.subscriber_id);
}

async function failed(mail: PostedMail, { outcome, error, retryAfterMs }: SendResult): Promise<void> {
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
