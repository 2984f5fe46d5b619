import { RETRY_AFTER_MAX_MS } from "./delivery-schedule";

const FIRST_PAUSE_MS = 60_000;
const SHORTEST_PAUSE_MS = 1000;

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
