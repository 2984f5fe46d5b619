import { DAY_MS, MINUTE_MS } from "@/lib/shared/durations";

const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

/** A webhook is disabled when a message is given up and nothing was delivered for this long. */
export const DISABLED_AFTER_DAYS = 5;
/** About five hours in total. Older updates are on the page. */
const ATTEMPTS_MAX = 10;
/** About an hour, during which someone can add the secret to the receiver. */
const CHALLENGE_ATTEMPTS_MAX = 7;

/**
 * Returns when a subscriber's failed message is tried again, in milliseconds; null to give it up. Pauses double from one minute to
 * an hour. A Retry-After can only extend them.
 */
export function retryPauseMs(
  attempts: number,
  { isChallenge = false, retryAfterMs = 0 }: { isChallenge?: boolean; retryAfterMs?: number | null } = {},
): number | null {
  if (attempts >= (isChallenge ? CHALLENGE_ATTEMPTS_MAX : ATTEMPTS_MAX)) return null;
  return Math.min(Math.max(MINUTE_MS * 2 ** (attempts - 1), retryAfterMs ?? 0), LONGEST_PAUSE_MS);
}

/** Returns whether a webhook that just gave up a message, and has been failing since then, is disabled. */
export function isDisabledBy(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= DISABLED_AFTER_DAYS * DAY_MS;
}
