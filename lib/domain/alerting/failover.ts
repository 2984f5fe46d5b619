/** Failed attempts after which an alert is told another way as well (F19). */
export const HAND_ON_AFTER = 3;

/** An alert is told another way when its channel is held until longer than this after it was made, in milliseconds. */
export const HELD_TOO_LONG_MS = 5 * 60_000;

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

/** Why an alert is told another way: its channel failed so often, or its provider asked to wait until then. */
export type Trouble = { readonly attempts: number; readonly why: string } | { readonly heldUntil: Date };

/** `Handed on to Pager after 3 failed attempts.` or `Handed on to Pager: this channel is held until 12:03:10 UTC.` */
export function handedOnText(channel: string, trouble: Trouble): string {
  if ("heldUntil" in trouble)
    return `Failed over to ${channel}. This integration is rate-limited until ${utcTime(trouble.heldUntil)}.`;
  return `Failed over to ${channel} after ${times(trouble.attempts, "failed attempt")}.`;
}

/** What the message that is told instead says of the other: `could not be delivered through Hook after 3 attempts: answered 503.` */
export function handedNote(channel: string, trouble: Trouble): string {
  if ("heldUntil" in trouble)
    return `could not be delivered through ${channel} right away. That integration is rate-limited until ${utcTime(trouble.heldUntil)} (429).`;
  const { attempts, why } = trouble;
  return `could not be delivered through ${channel} after ${times(attempts, "attempt")}: ${why.replace(/\.$/, "")}.`;
}

function utcTime(at: Date): string {
  return `${at.toISOString().slice(11, 19)} UTC`;
}

function times(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
