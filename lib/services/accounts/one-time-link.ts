import { sendSystemMail } from "@/lib/alerting/system-mail";
import type { OneTimeLink } from "@/lib/contract/accounts/members";
import type { Message } from "@/lib/notify/message/message";
import { hasMailServer, MailError } from "@/lib/notify/transport/mail";
import { isoSeconds, now } from "@/lib/shared/clock";
import { appUrl } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { randomToken, sha256 } from "@/lib/shared/secret";

const HOUR_MS = 3_600_000;

/** A one-time link before it is stored. `hash` is stored; `path` is shown or mailed, and then forgotten. */
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
 * Mails a link that is stored already and shows it. A mail that can't leave is no failure: the link is on the screen, and the answer
 * says so. Without SMTP nothing is kept, because the outbox is read by others.
 */
export async function handOver(link: FreshLink, to: Recipient, message: Message): Promise<OneTimeLink> {
  const shown = { link: `${appUrl()}${link.path}`, expires_at: isoSeconds(link.expiresAt) };
  if (!hasMailServer()) return { ...shown, mail: "off" };
  try {
    const { organizationId, name, email } = to;
    await sendSystemMail({ organizationId, to: [{ name, email }], message });
    return { ...shown, mail: "sent" };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log.warn("a one-time link could not be mailed", { reason: error.message });
    return { ...shown, mail: "failed" };
  }
}
