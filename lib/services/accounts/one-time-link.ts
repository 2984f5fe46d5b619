import { sendSystemMail } from "@/lib/alerting/system-mail";
import type { OneTimeLink } from "@/lib/contract/accounts/members";
import type { Message } from "@/lib/notify/message/message";
import { hasMailServer, MailError } from "@/lib/notify/transport/mail";
import { isoSeconds, now } from "@/lib/shared/clock";
import { HOUR_MS } from "@/lib/shared/durations";
import { appUrl } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { randomToken, sha256 } from "@/lib/shared/secret";

/** A one-time link before it is stored. Only `hash` is stored; `path` is shown or emailed and then discarded. */
export interface FreshLink {
  readonly hash: Buffer;
  readonly path: string;
  readonly expiresAt: Date;
}

export function freshLink(hours: number): FreshLink {
  const token = randomToken();
  return {
    hash: sha256(token),
    path: `/setup/${token}`,
    expiresAt: new Date(now().getTime() + hours * HOUR_MS),
  };
}

interface Recipient {
  readonly organizationId: number;
  readonly name: string;
  readonly email: string;
}

/**
 * Emails a stored link and returns it for display. A failed email is not an error, because the link is on the screen; the response says
 * which. Without SMTP the email is not kept, because others can read the outbox.
 */
export async function mailLink(link: FreshLink, to: Recipient, message: Message): Promise<OneTimeLink> {
  const shown = { link: `${appUrl()}${link.path}`, expires_at: isoSeconds(link.expiresAt) };
  if (!hasMailServer()) return { ...shown, mail: "off" };
  try {
    const { organizationId, name, email } = to;
    await sendSystemMail({ organizationId, to: [{ name, email }], message });
    return { ...shown, mail: "sent" };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log.warn("could not email a one-time link", { reason: error.message });
    return { ...shown, mail: "failed" };
  }
}
