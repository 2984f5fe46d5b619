import { createHmac } from "node:crypto";
import { writtenIn } from "@/lib/contract/status-pages/languages";
import { cleaned } from "@/lib/notify/message/compose";
import { mailHtml, mailText } from "@/lib/notify/message/mail-body";
import { oneLine } from "@/lib/notify/message/wording";
import type { MailStep } from "@/lib/notify/notice";
import { hasMailServer, sendMail } from "@/lib/notify/transport/mail";
import { appUrl } from "@/lib/shared/env";
import { derivedKey } from "@/lib/shared/secret";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageSettings } from "@/lib/status-page/model/model";
import { SUBSCRIBE_PATHS } from "@/lib/status-page/render/subscribe-documents";
import { subscriberToken } from "@/lib/status-page/subscribe/token";
import { insertOutboxMail } from "@/lib/store/alerting/outbox";
import { tx } from "@/lib/store/core/tx";
import type { PageNews } from "./page-news";

/** The recipient of an email, and the email's own ID among all page emails. */
export interface Addressee {
  /** Unchanged when the email is sent again. */
  readonly id: number;
  readonly subscriber_id: number;
  readonly email: string | null;
  readonly organization_id: number;
  /** The ID of the first email of its thread that was sent; null before that. */
  readonly root_id: number | null;
}

/** Sends news by email, or stores it in the outbox without a mail server. Returns whether it was sent. Throws MailError. */
export async function sendToSubscriber(to: Addressee, news: PageNews): Promise<boolean> {
  const { settings, draft } = news;
  const { mail } = wordsOf(settings);
  const base = { page: settings, to, key: mailKey(to.id) };
  const footLinks = [
    { label: mail.manage, url: subscriptionUrl(settings, to.subscriber_id, "manage") },
    { label: mail.unsubscribe, url: subscriptionUrl(settings, to.subscriber_id, "leave") },
  ];
  const message = cleaned({ ...draft, footer: mail.reason(settings.title), footLinks });
  const subject = `[${settings.title}] ${draft.topic ?? draft.title}`;
  return sendListMail(to, {
    ...envelope(base),
    subject,
    text: mailText(message),
    html: mailHtml(message, writtenIn(settings.language)),
    threadId: to.root_id === null ? null : messageId(settings, mailKey(to.root_id)),
  });
}

function mailKey(id: number): string {
  return `mail-${id}`;
}

/** Sends a list email, or stores it in the outbox. Returns whether it was sent. Throws MailError. */
export async function sendListMail(to: Addressee, mail: MailStep): Promise<boolean> {
  if (hasMailServer()) {
    await sendMail(mail);
    return true;
  }
  await tx((trx) =>
    insertOutboxMail(trx, {
      organizationId: to.organization_id,
      recipient: mail.to.map(({ address }) => address).join(", "),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
    }),
  );
  return false;
}

/** Returns the headers of every subscriber email: a stable ID, the list ID (RFC 2919), and one-click unsubscribe (RFC 8058). */
export function envelope({ page, to, key }: { page: PageSettings; to: Addressee; key: string }) {
  const out = subscriptionUrl(page, to.subscriber_id, "leave");
  return {
    kind: "mail" as const,
    id: "mail",
    to: to.email === null ? [] : [{ name: "", address: to.email }],
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

/** Returns the list name if it is plain ASCII. An encoded word would swallow the ID behind it. */
function listName(title: string): string {
  const plain = oneLine(title).replace(/["\\]/g, "");
  return /^[\x20-\x7e]{1,60}$/.test(plain) ? `"${plain}" ` : "";
}

/** Returns a Message-ID that can't be guessed and stays the same when an email is sent again. */
function messageId(page: PageSettings, key: string): string {
  const digest = createHmac("sha256", derivedKey("page mail")).update(`${page.id} ${key}`).digest("hex");
  return `<page-${page.id}-${key}.${digest.slice(0, 24)}@${new URL(appUrl()).hostname}>`;
}
