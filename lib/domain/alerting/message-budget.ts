/** So many messages of one kind of trouble are read one by one; more in a minute are a storm. */
export const MESSAGES_PER_WINDOW = 10;
export const WINDOW_MS = 60_000;

/** Whether a message goes into a digest: the integration was told enough in the last minute, or a digest is being gathered. */
export function belongsInDigest(recent: { told: number; digestOpen: boolean }): boolean {
  return recent.digestOpen || recent.told >= MESSAGES_PER_WINDOW;
}
