const DAY_MS = 24 * 3600 * 1000;

/** How near a certificate is to its end, and why that is worth a warning. */
export interface Expiry {
  readonly state: "valid" | "expiring" | "expired";
  /** Whole days to go, rounded up: at least 1 until it expires. */
  readonly daysLeft: number;
  readonly reason: string;
}

/** Whole days left, rounded up: a certificate that expires in 13.2 days has 14 days to go. */
export function daysLeft(notAfter: Date, at: Date): number {
  return Math.ceil((notAfter.getTime() - at.getTime()) / DAY_MS);
}

/**
 * Judges the end of a certificate as alert rules do: it is `expiring` from the moment at which the earliest rule warns, `warnedDays`
 * before the end (null when no rule does). Pure.
 */
export function expiryOf(notAfter: Date, warnedDays: number | null, now: Date): Expiry {
  const leftMs = notAfter.getTime() - now.getTime();
  const days = daysLeft(notAfter, now);
  if (leftMs <= 0) return { state: "expired", daysLeft: days, reason: "Browsers reject it." };
  if (warnedDays === null)
    return { state: "valid", daysLeft: days, reason: "No alert rule warns before it expires." };
  const plural = warnedDays === 1 ? "day" : "days";
  const reason = `An alert rule warns ${warnedDays} ${plural} before it expires.`;
  return { state: leftMs <= warnedDays * DAY_MS ? "expiring" : "valid", daysLeft: days, reason };
}
