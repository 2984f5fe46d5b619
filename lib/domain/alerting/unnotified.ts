/** A notification of an incident's start, to an integration or a browser. */
export interface StartNotification {
  readonly status: string;
  readonly reason: string | null;
}

const ON_ITS_WAY = ["delivered", "pending"];

/**
 * Returns why no one was notified of an incident's start; null if someone was or still may be. `isDecided` says whether alert rules
 * were already matched with it.
 */
export function whyUnnotified(isDecided: boolean, sent: readonly StartNotification[]): string | null {
  if (!isDecided || sent.some(({ status }) => ON_ITS_WAY.includes(status))) return null;
  if (sent.length === 0) return "No alert rule matched it.";
  const reasons = sent.map(
    ({ status, reason }) => reason ?? `The notification is ${status.replaceAll("_", " ")}.`,
  );
  return [...new Set(reasons)].join(" ");
}
