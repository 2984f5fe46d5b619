import { finished } from "./compose";
import type { Message } from "./message";
import { factList, momentText } from "./wording";

/** Emails about a person's account. The link's path contains a one-time token, so these messages are never stored. */
export function invitationMessage(given: { organization: string; by: string; path: string }): Message {
  return finished({
    level: "info",
    title: `${given.by} invited you to ${given.organization}`,
    lines: [
      `${given.by} invited you to join ${given.organization} on Vedette. Choose a name and password to accept.`,
      "This link works once and expires in seven days. If you weren't expecting an invitation, ignore this email.",
    ],
    facts: [],
    link: { label: "Accept invitation", url: given.path },
  });
}

export function resetMessage(given: { by: string | null; hours: number; path: string }): Message {
  const asked = given.by
    ? `${given.by} created this link for you.`
    : "Someone, probably you, requested this link.";
  return finished({
    level: "info",
    title: "Reset your password",
    lines: [
      `${asked} It works once and expires in ${given.hours === 1 ? "one hour" : `${given.hours} hours`}. Using it signs you out of all your sessions.`,
      "If you didn't request it, ignore this email. Your password won't change.",
    ],
    facts: [],
    link: { label: "Choose a new password", url: given.path },
  });
}

/** Returns the message for the outbox when no email can be sent. Says what to do and contains no link with a token. */
export function resetAskedMessage(email: string): Message {
  return finished({
    level: "info",
    title: `${email} requested a password reset`,
    lines: [
      "The email couldn't be sent because SMTP isn't set up (SMTP_URL). Create a password link in Settings → Members and share it with them.",
    ],
    facts: [],
    link: { label: "Open members", url: "/settings/members" },
  });
}

/** Returns the message to a person whose account someone else changed. */
export function accountChangedMessage(given: { title: string; by: string }): Message {
  return finished({
    level: "info",
    title: given.title,
    lines: [`${given.by} made this change. If you weren't expecting it, talk to them.`],
    facts: [],
    link: { label: "Open security settings", url: "/settings/security" },
  });
}

/** Returns the message to a person to whom someone assigned an incident. */
export function assignedMessage(given: { by: string; id: number; slug: string; title: string }): Message {
  return finished({
    level: "warning",
    title: `${given.by} assigned an incident to you: ${given.title}`,
    lines: [`You're now working on ${given.slug}.`],
    facts: [],
    link: { label: "Open incident", url: `/incidents/${given.id}` },
  });
}

/** Returns the message to a person about a change of their account that they probably made themselves. */
export function accountEventMessage(given: {
  title: string;
  at: Date;
  device: string | null;
  address: string | null;
}): Message {
  return finished({
    level: "info",
    title: given.title,
    lines: [
      "If this was you, you don't need to do anything. If it wasn't, change your password and end your other sessions.",
    ],
    facts: factList([
      ["When", momentText(given.at)],
      ["Browser", given.device],
      ["Address", given.address],
    ]),
    link: { label: "Open security settings", url: "/settings/security" },
  });
}
