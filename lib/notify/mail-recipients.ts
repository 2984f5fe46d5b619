import type { MailStep, SendResult } from "./notice";
import { MailError, type RefusedRecipient, refusedText, sendMail } from "./transport/mail";

// Prefixes of done steps. An email is one step, but a retry leaves out the recipients that an earlier attempt settled.
const SENT = "sent:";
const REFUSED = "refused:";

export interface MailAttempt {
  readonly result: SendResult;
  readonly statusCode: number | null;
  readonly response: object | null;
  /** Done steps of the recipients that this attempt settled, if others are still to be retried. */
  readonly settled: readonly string[];
}

/**
 * Sends an email to the recipients that no earlier attempt settled. Those refused temporarily (4xx) are retried alone. Those
 * refused permanently (5xx) fail the delivery only if no one was reached.
 */
export async function sendToRecipients(
  mail: MailStep,
  doneSteps: readonly string[],
  timeoutMs?: number,
): Promise<MailAttempt> {
  const sentBefore = addressesIn(doneSteps, SENT);
  const refusedBefore = addressesIn(doneSteps, REFUSED);
  const without = [...sentBefore, ...refusedBefore];
  try {
    const { response, refused } = await sendMail(mail, timeoutMs, without);
    const isRetried = refused.some(({ final }) => !final);
    const settled = isRetried ? settledOf(mail, without, refused) : [];
    const outcome = isRetried ? "retry" : "delivered";
    const error = problemOf(refused, refusedBefore);
    const remoteId = remoteIdOf(mail);
    return { result: { outcome, error, remoteId }, statusCode: 250, response: { response }, settled };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const outcome = !error.final ? "retry" : sentBefore.length > 0 ? "delivered" : "rejected";
    const settled = error.refused.flatMap(({ address, final }) => (final ? [`${REFUSED}${address}`] : []));
    return { result: { outcome, error: error.message }, statusCode: error.code, response: null, settled };
  }
}

/** Returns whether a done step is a recipient whom the mail server refused permanently. */
export function isRefused(doneStep: string): boolean {
  return doneStep.startsWith(REFUSED);
}

function addressesIn(doneSteps: readonly string[], prefix: string): string[] {
  return doneSteps.filter((step) => step.startsWith(prefix)).map((step) => step.slice(prefix.length));
}

function settledOf(
  { to }: MailStep,
  without: readonly string[],
  refused: readonly RefusedRecipient[],
): string[] {
  return to.flatMap(({ address }) => {
    const refusal = refused.find((one) => one.address === address);
    if (without.includes(address) || refusal?.final === false) return [];
    return [`${refusal ? REFUSED : SENT}${address}`];
  });
}

function problemOf(refused: readonly RefusedRecipient[], refusedBefore: readonly string[]): string | null {
  const earlier = refusedBefore.map((address) => ({
    address,
    reason: "in an earlier attempt",
    final: true,
  }));
  const all = [...refused, ...earlier];
  return all.length > 0 ? refusedText(all) : null;
}

/** Returns what later emails of the thread refer to and repeat: the Message-ID and the subject of its first one. */
function remoteIdOf({ threadId, messageId, subject }: MailStep): string | null {
  return threadId ? null : `${messageId} ${subject}`;
}
