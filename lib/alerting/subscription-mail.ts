import { pageLanguage, writtenIn } from "@/lib/contract/status-pages/languages";
import { cleaned } from "@/lib/notify/message/compose";
import { mailHtml, mailText } from "@/lib/notify/message/mail-body";
import type { Message } from "@/lib/notify/message/message";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { loadSettings } from "@/lib/status-page/model/load-model";
import type { PageSettings } from "@/lib/status-page/model/model";
import { selectPageById } from "@/lib/store/status-pages/pages";
import { selectSubscriberById } from "@/lib/store/status-pages/subscribers";
import { type Addressee, envelope, sendListMail, subscriptionUrl } from "./subscriber-mail";

/**
 * Sends the email for a subscription request made at `askedAt`: to confirm it, or to manage an existing subscription.
 * Throws MailError.
 */
export async function sendSubscriptionMail(subscriberId: number, askedAt: string): Promise<void> {
  const subscriber = await selectSubscriberById(subscriberId);
  if (!subscriber) return;
  const page = await selectPageById(subscriber.status_page_id);
  if (!page?.subscription_channels.includes("email")) return;
  const settings = await loadSettings({
    ...page,
    readIn: pageLanguage(subscriber.language ?? page.language),
  });
  const to: Addressee = {
    id: subscriberId,
    subscriber_id: subscriberId,
    email: subscriber.email,
    organization_id: subscriber.organization_id,
    root_id: null,
  };
  const message = cleaned(
    subscriber.confirmed_at ? knownMessage(settings, subscriberId) : confirmMessage(settings, subscriberId),
  );
  await sendListMail(to, {
    ...envelope({ page: settings, to, key: `subscription-${subscriberId}-${Date.parse(askedAt)}` }),
    subject: message.title,
    text: mailText(message),
    html: mailHtml(message, writtenIn(settings.language)),
    threadId: null,
  });
}

function confirmMessage(page: PageSettings, subscriberId: number): Message {
  const { confirm } = wordsOf(page).mail;
  return {
    level: "info",
    title: confirm.title(page.title),
    lines: [confirm.asked(page.title), confirm.ignore],
    facts: [],
    link: { label: confirm.submit, url: subscriptionUrl(page, subscriberId, "confirm") },
    footer: page.url,
  };
}

function knownMessage(page: PageSettings, subscriberId: number): Message {
  const { known, manage, unsubscribe } = wordsOf(page).mail;
  return {
    level: "info",
    title: known.title(page.title),
    lines: [known.text],
    facts: [],
    link: { label: manage, url: subscriptionUrl(page, subscriberId, "manage") },
    footer: page.url,
    footLinks: [{ label: unsubscribe, url: subscriptionUrl(page, subscriberId, "leave") }],
  };
}
