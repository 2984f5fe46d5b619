import { sendSystemMail } from "@/lib/alerting/system-mail";
import { resetAskedMessage, resetMessage } from "@/lib/notify/message/account-messages";
import { hasMailServer } from "@/lib/notify/transport/mail";
import { deleteResetLinks, insertLink } from "@/lib/store/accounts/access-links";
import { recordAudit } from "@/lib/store/accounts/audit";
import { type SignInRow, selectByEmail } from "@/lib/store/accounts/users";
import { selectOwners } from "@/lib/store/alerting/delivery-reads";
import { addJob } from "@/lib/store/core/jobs";
import { tx } from "@/lib/store/core/tx";
import { countResetRequest } from "./attempts";
import { freshLink } from "./one-time-link";

const RESET_HOURS = 1;
const MAIL_TRIES = 5;

/** Queues a reset request; a job checks whether the account exists, so that the response and the work are the same for every address. */
export async function requestPasswordReset(email: string, address: string): Promise<void> {
  await countResetRequest(email, address);
  await tx((trx) => addJob(trx, "password_reset", { email }, { maxAttempts: MAIL_TRIES }));
}

/** Emails a reset link to the person with this address, if there is one. Each attempt creates a new link and revokes older ones. */
export async function sendPasswordReset(email: string): Promise<void> {
  const user = await selectByEmail(email);
  if (!user) return;
  const { organization_id: organizationId, name } = user;
  if (!hasMailServer()) {
    const to = await selectOwners(organizationId);
    return sendSystemMail({ organizationId, to, message: resetAskedMessage(user.email) });
  }
  const path = await storeLink(user);
  const message = resetMessage({ by: null, hours: RESET_HOURS, path });
  await sendSystemMail({ organizationId, to: [{ name, email: user.email }], message });
}

async function storeLink(user: SignInRow): Promise<string> {
  const link = freshLink(RESET_HOURS);
  await tx(async (trx) => {
    await deleteResetLinks(trx, user.id);
    await insertLink(trx, {
      tokenHash: link.hash,
      purpose: "password_reset",
      organizationId: user.organization_id,
      userId: user.id,
      createdBy: null,
      expiresAt: link.expiresAt,
    });
    await recordAudit(trx, {
      organizationId: user.organization_id,
      actor: { type: "system", id: null, label: "Sign-in page" },
      action: "user.reset_asked",
      subject: { type: "user", id: user.id },
    });
  });
  return link.path;
}
