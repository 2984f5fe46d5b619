/** Failed attempts after which an alert is told another way as well (F19). */
export const HAND_ON_AFTER = 3;

/** Alerts that nobody may sleep through. */
export const HANDED_ON_EVENTS: readonly string[] = [
  "uptime.incident.created",
  "uptime.incident.propagated",
  "uptime.incident.partially_recovered",
  "uptime.incident.recovered",
  "uptime.incident_update.published",
];

/** Whether a delivery that was just refused is handed on: after the third attempt, or earlier when no other comes. */
export function handsOn(attempts: number, isLast: boolean): boolean {
  return attempts >= HAND_ON_AFTER || isLast;
}

/** `Handed on to Pager after 3 failed attempts.` */
export function handedOnText(channel: string, attempts: number): string {
  return `Handed on to ${channel} after ${times(attempts, "failed attempt")}.`;
}

/** What the message that is told instead says of the other: `could not be delivered through Hook after 3 attempts: answered 503.` */
export function handedNote(channel: string, attempts: number, why: string): string {
  return `could not be delivered through ${channel} after ${times(attempts, "attempt")}: ${why.replace(/\.$/, "")}.`;
}

function times(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
