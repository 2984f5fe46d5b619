import { finished } from "./compose";
import type { Message } from "./message";

/** Mails about a person's account. A link's path holds its one-time token: such a message is sent, never kept. */
export function invitationMessage(given: { organization: string; by: string; path: string }): Message {
  return finished({
    level: "info",
    title: `${given.by} invites you to ${given.organization}`,
    lines: [
      `${given.by} invites you to watch over ${given.organization} in Vedette. Choose a name and a password to join.`,
      "The link works once, for seven days. If you don't know what this is about, ignore this mail.",
    ],
    facts: [],
    link: { label: "Join", url: given.path },
  });
}

export function resetMessage(given: { by: string | null; hours: number; path: string }): Message {
  const asked = given.by
    ? `${given.by} made this link for you.`
    : "Somebody, probably you, asked for this link.";
  return finished({
    level: "info",
    title: "Choose a new password",
    lines: [
      `${asked} It works once, for ${given.hours === 1 ? "one hour" : `${given.hours} hours`}; all your sessions end with it.`,
      "If you did not ask for it, ignore this mail: your password stays as it is.",
    ],
    facts: [],
    link: { label: "Choose a new password", url: given.path },
  });
}

/** For the outbox, when no mail can leave: it says what to do and holds no link. */
export function resetAskedMessage(email: string): Message {
  return finished({
    level: "info",
    title: `${email} asked for a new password`,
    lines: [
      "No mail can leave, because SMTP is not set up (SMTP_URL). Make a link in Settings → Members and hand it over.",
    ],
    facts: [],
    link: { label: "Open the members", url: "/settings/members" },
  });
}

/** What was done to somebody's account by somebody else. */
export function accountChangedMessage(given: { title: string; by: string }): Message {
  return finished({
    level: "warning",
    title: given.title,
    lines: [`${given.by} did this. If it surprises you, talk to them.`],
    facts: [],
    link: { label: "Open your security settings", url: "/settings/security" },
  });
}
