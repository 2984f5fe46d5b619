import { appUrl } from "@/lib/shared/env";
import { judgeVendor } from "../judge";
import { mailHtml, mailText } from "../message/mail-body";
import type { AppAdapter } from "../notice";

/**
 * Sends one email to all members. The emails of an incident form one thread (RFC 5322 §3.6.4), whose first one is
 * whichever was sent first: the alert may have been muted, superseded, or refused.
 */
export const email: AppAdapter = {
  wantsEveryEvent: false,
  build(notice) {
    if (notice.recipients.length === 0)
      return { refusal: "None of its members belong to the organization anymore." };
    const { facts, message, firstRemoteId } = notice;
    const root = message.topic && firstRemoteId ? rootOf(firstRemoteId) : null;
    const subject = message.topic ?? message.title;
    return [
      {
        kind: "mail",
        id: "mail",
        to: notice.recipients.map((recipient) => ({ name: recipient.name, address: recipient.email })),
        // Later emails keep the first one's subject even if the title changes, because email clients thread by subject.
        subject: root ? `Re: ${root.subject}` : facts ? `[${facts.project.name}] ${subject}` : subject,
        text: mailText(message),
        html: mailHtml(message),
        messageId: `<${notice.requestId}@${new URL(appUrl()).hostname}>`,
        threadId: root?.messageId ?? null,
      },
    ];
  },
  judge: judgeVendor,
};

/** Parses an ID that `remoteIdOf` wrote. Threads that started before Message-IDs were kept have only a subject. */
function rootOf(remoteId: string): { messageId: string | null; subject: string } {
  const [, messageId = null, subject = remoteId] = /^(<[^ >]+>) (.*)$/s.exec(remoteId) ?? [];
  return { messageId, subject };
}
