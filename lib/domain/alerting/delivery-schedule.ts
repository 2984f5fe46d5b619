import { MINUTE_MS } from "@/lib/shared/durations";

/** An earlier event of the incident that isn't fanned out yet delays a delivery for at most this long. */
export const FAN_OUT_MAX_MINUTES = 10;

/** How long a worker has a delivery to itself: longer than the longest step. If it dies, the delivery waits this long. */
export const LEASE_MS = 90_000;
/** A step is at most this much later than the last renewal of the lease. With its own time limit, that's less than the lease. */
export const RENEW_MS = 10_000;
/** How long a delivery waits after an error of our own. */
export const SET_ASIDE_MS = 10_000;

/** How long the end for a removed alert rule waits for one that replaces it: Terraform deletes a rule and creates it again. */
export const RULE_REPLACED_MS = 10_000;

/** Delays before the second to fifth attempt: 1, 5, 10, and 60 minutes. */
export const RETRY_DELAYS_MS = [1, 5, 10, 60].map((minutes) => minutes * MINUTE_MS);
const RETRY_AFTER_MAX_MS = 60 * MINUTE_MS;
const SHORTEST_PAUSE_MS = 1000;

/** A provider that limits the rate knows when it accepts the next request. The later delays stay, so that attempts are left. */
const SHORTENED_DELAYS = 2;

/**
 * Returns when the next attempt is due after `attempts` attempts, or null if none is left. A Retry-After from the receiver
 * extends the delay, up to one hour. That of a rate limit also shortens the first two.
 */
export function nextAttemptAt(
  attempts: number,
  now: Date,
  { retryAfterMs = null, isRateLimited = false }: { retryAfterMs?: number | null; isRateLimited?: boolean },
): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return null;
  const askedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  const shortens = isRateLimited && retryAfterMs !== null && attempts <= SHORTENED_DELAYS;
  const waitMs = Math.max(askedMs, shortens ? SHORTEST_PAUSE_MS : delayMs);
  return new Date(now.getTime() + waitMs);
}

/** Parses a Retry-After header into milliseconds: whole seconds or an HTTP date (RFC 9110 §10.2.3). Returns null for anything else. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  if (!/[a-z]/i.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

export const PAUSE_AFTER_FAILURES = 3;
export const PAUSE_WINDOW_MS = 7 * 24 * 60 * MINUTE_MS;

/** Returns whether an integration is paused automatically: its last four finished deliveries failed within 7 days. Newest first. */
export function shouldPause(finished: readonly { status: string; finishedAt: Date }[], now: Date): boolean {
  const last = finished.slice(0, PAUSE_AFTER_FAILURES + 1);
  return (
    last.length > PAUSE_AFTER_FAILURES &&
    last.every(
      (one) => one.status === "failed" && now.getTime() - one.finishedAt.getTime() <= PAUSE_WINDOW_MS,
    )
  );
}

const FIRST_PAUSE_MS = 60_000;

/**
 * Returns how long to pause an integration after a 429, in milliseconds: as long as the provider asks, up to an hour.
 * Without a Retry-After it is one minute, doubled with each pause since the last success, up to an hour.
 */
export function rateLimitMs(pausesBefore: number, askedMs: number | null): number {
  if (askedMs !== null) return Math.min(Math.max(askedMs, SHORTEST_PAUSE_MS), RETRY_AFTER_MAX_MS);
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(pausesBefore, 10), RETRY_AFTER_MAX_MS);
}

/** Example: `Rate-limited by the provider (429) until 12:03:10 UTC.` */
export function rateLimitedText(until: Date): string {
  return `Rate-limited by the provider (429) until ${until.toISOString().slice(11, 19)} UTC.`;
}

/** Deliveries that one server sends at the same time. */
export const SENDING_MAX = 1024;
/** The same for one integration. */
const PER_INTEGRATION = 32;
/** The same for one integration once many are slow, which leaves room for the others. */
const PER_INTEGRATION_WHEN_BUSY = 4;
const BUSY_FROM = SENDING_MAX / 4;

/**
 * Returns how many deliveries may be sent to one integration at the same time while `sending` are being sent in total.
 * A destination that hangs fills only its own share, and even hundreds of them leave room for others.
 */
export function sharePerIntegration(sending: number): number {
  return sending < BUSY_FROM ? PER_INTEGRATION : PER_INTEGRATION_WHEN_BUSY;
}
