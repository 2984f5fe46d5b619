/** Failed attempts after which an alert is also sent another way. */
export const FAILOVER_AFTER = 3;

/** An alert fails over if its integration is rate-limited for longer than this after the alert was created, in milliseconds. */
export const RATE_LIMITED_TOO_LONG_MS = 5 * 60_000;

/** Events that fail over because missing them is not acceptable. */
export const FAILOVER_EVENTS: readonly string[] = [
  "uptime.incident.created",
  "uptime.incident.propagated",
  "uptime.incident.partially_recovered",
  "uptime.incident.recovered",
  "uptime.incident_update.published",
];

/** Events that are outdated once the incident has recovered. */
export const NEWS_OF_OPEN: readonly string[] = [
  "uptime.incident.created",
  "uptime.incident.propagated",
  "uptime.incident.partially_recovered",
];

/** Returns whether a failed delivery fails over: after the third attempt, or earlier if no further attempt follows. */
export function shouldFailOver(attempts: number, isLast: boolean): boolean {
  return attempts >= FAILOVER_AFTER || isLast;
}

/**
 * Why an alert fails over: its integration failed this often, paused itself for that, or is rate-limited until then; or it
 * failed over there already, and the alert rule's limit is used up.
 */
export type FailoverCause =
  | { readonly attempts: number; readonly why: string }
  | { readonly pausedItself: true }
  | { readonly ruleIsLimited: true }
  | { readonly rateLimitedUntil: Date };

/** Example: `Failed over to Pager after 3 failed attempts.` */
export function failoverText(integration: string, trouble: FailoverCause): string {
  if ("rateLimitedUntil" in trouble)
    return `Failed over to ${integration}. This integration is rate-limited until ${utcTime(trouble.rateLimitedUntil)}.`;
  if ("pausedItself" in trouble) return `Failed over to ${integration}. This integration paused itself.`;
  if ("ruleIsLimited" in trouble)
    return `Failed over to ${integration}. The alert rule's rate limit is used up.`;
  return `Failed over to ${integration} after ${times(trouble.attempts, "failed attempt")}.`;
}

/** Describes the failure in the notification sent instead: `could not be delivered through Hook after 3 attempts: answered 503.` */
export function failoverNote(integration: string, trouble: FailoverCause): string {
  if ("rateLimitedUntil" in trouble)
    return `could not be delivered through ${integration} right away. That integration is rate-limited until ${utcTime(trouble.rateLimitedUntil)} (429).`;
  if ("pausedItself" in trouble)
    return `could not be delivered through ${integration}. That integration paused itself because its deliveries failed.`;
  if ("ruleIsLimited" in trouble)
    return `could not be delivered through ${integration}. The rate limit of its alert rule is used up.`;
  const { attempts, why } = trouble;
  return `could not be delivered through ${integration} after ${times(attempts, "attempt")}: ${why.replace(/\.$/, "")}.`;
}

function utcTime(at: Date): string {
  return `${at.toISOString().slice(11, 19)} UTC`;
}

function times(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
