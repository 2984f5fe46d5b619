import { randomUUID } from "node:crypto";
import { APPS } from "@/lib/contract/apps/registry";
import { pausedMessage } from "@/lib/notify/message/compose";
import { mailHtml, mailText } from "@/lib/notify/message/mail-body";
import type { Message } from "@/lib/notify/message/message";
import type { MailStep } from "@/lib/notify/notice";
import { hasMailServer, sendMail } from "@/lib/notify/transport/mail";
import { appUrl } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { selectIntegrationOwner, selectOwners } from "@/lib/store/alerting/delivery-reads";
import { insertOutboxMail } from "@/lib/store/alerting/outbox";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import { after, untilRecorded } from "./recording";

const RETRIES = 10;
/** How long to try to record who didn't get an email yet. */
const RECORD_MS = 90_000;

/** Returns whether emails are sent. Otherwise they are stored in the outbox. */
export function mailsLeave(): boolean {
  return hasMailServer();
}

export interface SystemMail {
  /** Whose outbox keeps it without SMTP. Null for alerts about this installation, which are sent only by SMTP. */
  readonly organizationId: number | null;
  readonly to: readonly { readonly name: string; readonly email: string }[];
  readonly message: Message;
}

/** Returns an email from the installation itself. */
export function mailOf(message: Message, to: SystemMail["to"]): MailStep {
  return {
    kind: "mail",
    id: "mail",
    to: to.map(({ name, email }) => ({ name, address: email })),
    subject: message.title,
    text: mailText(message),
    html: mailHtml(message),
    messageId: `<${randomUUID()}@${new URL(appUrl()).hostname}>`,
    threadId: null,
  };
}

/**
 * Sends an email from the installation itself (not from an alert rule), or stores it in the outbox without SMTP. Recipients
 * whom the mail server refuses temporarily get it later, in a job of their own.
 */
export async function sendSystemMail({ organizationId, to, message }: SystemMail): Promise<void> {
  if (to.length === 0) return;
  const mail = mailOf(message, to);
  if (hasMailServer()) {
    const { refused } = await sendMail(mail);
    for (const { address, reason, final } of refused) {
      log.warn("the mail server refused a recipient", { address, reason, isRetried: !final });
      const again = { organizationId, to: to.filter(({ email }) => email === address), message };
      if (!final) await untilRecorded(() => sendLater(again), after(RECORD_MS));
    }
    return;
  }
  if (organizationId === null) return;
  await tx((trx) =>
    insertOutboxMail(trx, {
      organizationId,
      recipient: mail.to.map(({ address }) => address).join(", "),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
    }),
  );
}

/** Adds a job that sends an email, and tries again until the mail server accepts it. */
export function sendLater(mail: SystemMail): Promise<void> {
  return tx((trx) => addMailJob(trx, mail));
}

/** Adds the same job within a transaction. */
export function addMailJob(trx: Tx, mail: SystemMail): Promise<void> {
  return addJob(trx, "system_mail", mail, { maxAttempts: RETRIES });
}

/** Emails owners and admins that an integration was paused automatically. */
export async function sendPausedNotice(integrationId: number, reason: string): Promise<void> {
  const integration = await selectIntegrationOwner(integrationId);
  if (!integration) return;
  const { organization_id: organizationId, name, app } = integration;
  const message = pausedMessage({ name, title: APPS[app].title, reason });
  await sendSystemMail({ organizationId, to: await selectOwners(organizationId), message });
}
