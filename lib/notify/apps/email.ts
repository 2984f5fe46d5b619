import { createHash } from "node:crypto";
import { appUrl } from "@/lib/shared/env";
import { judgeVendor } from "../judge";
import { mailHtml, mailText } from "../message/mail-body";
import type { AppAdapter, Notice } from "../notice";

/** One mail to all members; the mails of an incident form one thread (RFC 5322 §3.6.4). */
export const email: AppAdapter = {
  wantsEveryEvent: false,
  build(notice) {
    if (notice.recipients.length === 0)
      return { refusal: "None of its members is in the organization any more." };
    const thread = threadIdOf(notice);
    const isFirst = notice.eventKey === "uptime.incident.created";
    return [
      {
        kind: "mail",
        id: "mail",
        to: notice.recipients.map((recipient) => ({ name: recipient.name, address: recipient.email })),
        subject: subjectOf(notice),
        text: mailText(notice.message),
        html: mailHtml(notice.message),
        messageId: thread && isFirst ? thread : `<${notice.requestId}@${hostOf()}>`,
        threadId: thread && !isFirst ? thread : null,
      },
    ];
  },
  judge: judgeVendor,
};

/**
 * Mails of an incident keep the subject of its first one, because mail programs thread by it, whoever changes the title meanwhile;
 * how it stands is in the preview. Others say what they say.
 */
function subjectOf({ facts, firstRemoteId, message }: Notice): string {
  const { topic, title } = message;
  if (topic && firstRemoteId) return `Re: ${firstRemoteId}`;
  const subject = topic ?? title;
  return facts ? `[${facts.project.name}] ${subject}` : subject;
}

/** The same for all mails of an incident at this integration, and for nobody to guess from outside. */
function threadIdOf(notice: Notice): string | null {
  const incident = notice.facts?.incident;
  if (!incident) return null;
  const seed = `${notice.facts?.project.id}:${incident.id}:${notice.integration.id}:${incident.incidentAt.getTime()}`;
  const digest = createHash("sha256").update(seed).digest("hex").slice(0, 24);
  return `<incident-${incident.id}.${digest}@${hostOf()}>`;
}

function hostOf(): string {
  return new URL(appUrl()).hostname;
}
