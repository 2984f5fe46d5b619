/** Notifications per minute that are sent individually. More than this is a storm. */
export const MESSAGES_PER_WINDOW = 10;
export const WINDOW_MS = 60_000;

/**
 * Returns whether a notification goes into a digest: the integration reached the limit in the last minute, or a digest is
 * already open.
 */
export function belongsInDigest(recent: { told: number; digestOpen: boolean }): boolean {
  return recent.digestOpen || recent.told >= MESSAGES_PER_WINDOW;
}
