import { createHmac } from "node:crypto";
import { oneLine } from "@/lib/notify/message/clean";
import { cleaned } from "@/lib/notify/message/compose";
import { mailHtml, mailText } from "@/lib/notify/message/mail-body";
import type { MailStep } from "@/lib/notify/notice";
import { hasMailServer, sendMail } from "@/lib/notify/transport/mail";
import { appUrl } from "@/lib/shared/env";
import { derivedKey } from "@/lib/shared/secret";
import type { PageSettings } from "@/lib/status-page/render/model";
import { SUBSCRIBE_PATHS } from "@/lib/status-page/render/subscribe-documents";
import { subscriberToken } from "@/lib/status-page/subscribe/token";
import { insertOutboxMail } from "@/lib/store/alerting/outbox";
import { tx } from "@/lib/store/core/tx";
import type { PageNews } from "./page-news";

/** Whom a mail goes to, and its own number among all mails of pages. */
export interface Addressee {
  /** The same when it is sent again. */
  readonly id: number;
  readonly subscriber_id: number;
  readonly email: string;
  readonly organization_id: number;
}

/** Hands news to the mail server, or to the outbox without one; tells whether it was sent. Throws MailError. */
export async function sendToSubscriber(to: Addressee, news: PageNews): Promise<boolean> {
  const { settings, draft, thread } = news;
  const base = { page: settings, to, key: `mail-${to.id}` };
  const footLinks = [
    { label: "Manage subscription", url: subscriptionUrl(settings, to.subscriber_id, "manage") },
    { label: "Unsubscribe", url: subscriptionUrl(settings, to.subscriber_id, "leave") },
  ];
  const message = cleaned({ ...draft, footer: `You're subscribed to ${settings.title}`, footLinks });
  const subject = `[${settings.title}] ${draft.topic ?? draft.title}`;
  return handOver(to, {
    ...envelope(base),
    subject,
    text: mailText(message),
    html: mailHtml(message),
    threadId: messageId(settings, `${thread}-${to.subscriber_id}`),
  });
}

/** Sends a mail of a list as it is, or keeps it in the outbox; tells whether it was sent. Throws MailError. */
export async function handOver(to: Addressee, mail: MailStep): Promise<boolean> {
  if (hasMailServer()) {
    await sendMail(mail);
    return true;
  }
  await tx((trx) =>
    insertOutboxMail(trx, {
      organizationId: to.organization_id,
      recipient: to.email,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
    }),
  );
  return false;
}

/** What every mail to a subscriber carries: its own stable id, its list (RFC 2919) and a way out in one click (RFC 8058). */
export function envelope({ page, to, key }: { page: PageSettings; to: Addressee; key: string }) {
  const out = subscriptionUrl(page, to.subscriber_id, "leave");
  return {
    kind: "mail" as const,
    id: "mail",
    to: [{ name: "", address: to.email }],
    messageId: messageId(page, key),
    headers: {
      "List-Id": `${listName(page.title)}<page-${page.id}.${new URL(page.url).hostname}>`,
      "List-Unsubscribe": `<${out}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

export function subscriptionUrl(
  page: PageSettings,
  subscriberId: number,
  path: keyof typeof SUBSCRIBE_PATHS,
): string {
  return `${page.url}/${SUBSCRIBE_PATHS[path]}?token=${subscriberToken(page.id, subscriberId)}`;
}

/** A phrase of plain letters only: an encoded word would swallow the id behind it. */
function listName(title: string): string {
  const plain = oneLine(title).replace(/["\\]/g, "");
  return /^[\x20-\x7e]{1,60}$/.test(plain) ? `"${plain}" ` : "";
}

/** Not to be guessed from outside, the same whenever the same is sent. */
function messageId(page: PageSettings, key: string): string {
  const digest = createHmac("sha256", derivedKey("page mail")).update(`${page.id} ${key}`).digest("hex");
  return `<page-${page.id}-${key}.${digest.slice(0, 24)}@${new URL(appUrl()).hostname}>`;
}
