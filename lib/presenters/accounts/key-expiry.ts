const NEAR_MS = 14 * 24 * 3_600_000;

/** Returns how close a key's expiry is: within 14 days is near. */
export function keyExpiry(expiresAt: string | null, now: Date): "never" | "later" | "near" | "expired" {
  if (expiresAt === null) return "never";
  const leftMs = Date.parse(expiresAt) - now.getTime();
  if (leftMs <= 0) return "expired";
  return leftMs <= NEAR_MS ? "near" : "later";
}
