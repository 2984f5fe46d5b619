/** Hashes text with 32-bit FNV-1a and a murmur3 finalizer, so that neighboring IDs spread out. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns a monitor's offset within its interval for a region, in milliseconds. Depends only on its arguments, so load is
 * even, restarts change nothing, and no next-run time is stored.
 */
export function phaseOf(monitorId: number, region: string, intervalSeconds: number): number {
  const intervalMs = intervalSeconds * 1000;
  return Math.floor((hash32(`${monitorId}:${region}`) / 2 ** 32) * intervalMs);
}

/** Returns the latest slot at or before `atMs` (epoch milliseconds): `phase + k · interval`. */
export function slotAt(atMs: number, phaseMs: number, intervalSeconds: number): number {
  const intervalMs = intervalSeconds * 1000;
  return phaseMs + Math.floor((atMs - phaseMs) / intervalMs) * intervalMs;
}

/** Returns whether `slotMs` is one of the monitor's scheduled times in this region. Rechecks fall between them. */
export function isScheduledTime(
  slotMs: number,
  monitorId: number,
  region: string,
  intervalSeconds: number,
): boolean {
  return slotAt(slotMs, phaseOf(monitorId, region, intervalSeconds), intervalSeconds) === slotMs;
}

/** Returns the first slot strictly after `atMs` (epoch milliseconds). */
export function nextSlot(atMs: number, phaseMs: number, intervalSeconds: number): number {
  return slotAt(atMs, phaseMs, intervalSeconds) + intervalSeconds * 1000;
}

/** A check that starts this long after its slot may follow one that another runner made in between. */
const LATE_START_MS = 2000;

/**
 * Returns the scheduled time of a check: its slot, or its start if that comes long after the slot, as on a runner that was
 * frozen. A region's results count in the order of their scheduled times, so dated by its slot, a late check would count
 * before everything that the runner's peers saw in between. Epoch milliseconds.
 */
export function scheduledTime(slotMs: number, startMs: number): number {
  return startMs - slotMs > LATE_START_MS ? startMs : slotMs;
}
