import { RETRY_AFTER_MAX_MS } from "./delivery-schedule";

const FIRST_HOLD_MS = 60_000;
const SHORTEST_HOLD_MS = 1000;

/**
 * How long a channel is left alone after a 429, in milliseconds: as long as the provider asks, up to an hour (api.md §5). One that
 * doesn't say gets a minute, doubled with each hold since its last success, up to the same hour.
 */
export function holdMs(holdsBefore: number, askedMs: number | null): number {
  if (askedMs !== null) return Math.min(Math.max(askedMs, SHORTEST_HOLD_MS), RETRY_AFTER_MAX_MS);
  return Math.min(FIRST_HOLD_MS * 2 ** Math.min(holdsBefore, 10), RETRY_AFTER_MAX_MS);
}

/** What a held channel says of itself: `Held until 12:03:10 UTC: the provider asked to wait (429).`. */
export function heldText(until: Date): string {
  return `Rate-limited by the provider (429) until ${until.toISOString().slice(11, 19)} UTC.`;
}
