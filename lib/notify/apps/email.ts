import { createHash } from "node:crypto";
import { appUrl } from "@/lib/shared/env";
import { judgeVendor } from "../judge";
import { mailHtml, mailText } from "../message/mail-body";
import type { AppAdapter, Notice } from "../notice";

/** Sends one email to all members. The emails of an incident form one thread (RFC 5322 §3.6.4). */
export const email: AppAdapter = {
  wantsEveryEvent: false,
  build(notice) {
    if (notice.recipients.length === 0)
      return { refusal: "None of its members belong to the organization anymore." };
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
 * Emails of an incident keep the subject of its first one even if the title changes, because email clients thread by subject. The
 * preview shows the current state. Other emails use their title.
 */
function subjectOf({ facts, firstRemoteId, message }: Notice): string {
  const { topic, title } = message;
  if (topic && firstRemoteId) return `Re: ${firstRemoteId}`;
  const subject = topic ?? title;
  return facts ? `[${facts.project.name}] ${subject}` : subject;
}

/** Returns the same ID for all emails of an incident from this integration. The hash keeps it from being guessed. */
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
