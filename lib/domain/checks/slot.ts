/** 32-bit FNV-1a with a final avalanche (murmur3), so that neighbouring ids land far apart. */
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
 * Where in its interval a monitor is checked from a region, in milliseconds, 0 … interval. A function of its arguments
 * alone: load is even, a restart changes nothing, and no next-run time is stored.
 */
export function phaseOf(monitorId: number, region: string, intervalSeconds: number): number {
  const intervalMs = intervalSeconds * 1000;
  return Math.floor((hash32(`${monitorId}:${region}`) / 2 ** 32) * intervalMs);
}

/** The newest slot at or before `atMs` (epoch milliseconds): `phase + k · interval`. */
export function slotAt(atMs: number, phaseMs: number, intervalSeconds: number): number {
  const intervalMs = intervalSeconds * 1000;
  return phaseMs + Math.floor((atMs - phaseMs) / intervalMs) * intervalMs;
}

/** Tells whether `slotMs` is one of the monitor's scheduled times in this region; re-checks lie between them. */
export function isScheduledTime(
  slotMs: number,
  monitorId: number,
  region: string,
  intervalSeconds: number,
): boolean {
  return slotAt(slotMs, phaseOf(monitorId, region, intervalSeconds), intervalSeconds) === slotMs;
}

/** The first slot strictly after `atMs` (epoch milliseconds). */
export function nextSlot(atMs: number, phaseMs: number, intervalSeconds: number): number {
  return slotAt(atMs, phaseMs, intervalSeconds) + intervalSeconds * 1000;
}
