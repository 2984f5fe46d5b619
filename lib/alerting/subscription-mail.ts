import { cleaned } from "@/lib/notify/message/compose";
import { mailHtml, mailText } from "@/lib/notify/message/mail-body";
import type { Message } from "@/lib/notify/message/message";
import { loadSettings } from "@/lib/status-page/render/load-model";
import type { PageSettings } from "@/lib/status-page/render/model";
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
  const settings = await loadSettings(page);
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
    html: mailHtml(message),
    threadId: null,
  });
}

function confirmMessage(page: PageSettings, subscriberId: number): Message {
  return {
    level: "info",
    title: `Confirm your subscription to ${page.title}`,
    lines: [
      `Someone, probably you, asked to get emails about incidents and maintenance from ${page.title}.`,
      "No updates are sent until you confirm. If this wasn't you, ignore this email. Your address is deleted after seven days.",
    ],
    facts: [],
    link: { label: "Confirm subscription", url: subscriptionUrl(page, subscriberId, "confirm") },
    footer: page.url,
  };
}

function knownMessage(page: PageSettings, subscriberId: number): Message {
  return {
    level: "info",
    title: `You're already subscribed to ${page.title}`,
    lines: ["Someone, probably you, asked to subscribe again. Nothing has changed."],
    facts: [],
    link: { label: "Manage subscription", url: subscriptionUrl(page, subscriberId, "manage") },
    footer: page.url,
    footLinks: [{ label: "Unsubscribe", url: subscriptionUrl(page, subscriberId, "leave") }],
  };
}
