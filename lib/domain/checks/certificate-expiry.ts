import { DAY_MS } from "@/lib/shared/durations";

/** A certificate is in use if it was seen within this time of its monitor's latest one. */
export const CERTIFICATE_IN_USE_HOURS = 24;
/** A redirect to HTTPS counts while its certificate was seen within this time of the monitor's latest check. */
export const REDIRECT_COUNTS_HOURS = 2;

/** How close a certificate is to expiring, and whether an alert rule warns about it. */
export interface Expiry {
  readonly state: "valid" | "expiring" | "expired";
  /** Whole days left, rounded up: at least 1 until it expires. */
  readonly daysLeft: number;
  readonly reason: string;
}

/** Returns the whole days left, rounded up: 14 for a certificate that expires in 13.2 days. */
export function daysLeft(notAfter: Date, at: Date): number {
  return Math.ceil((notAfter.getTime() - at.getTime()) / DAY_MS);
}

/**
 * Classifies a certificate as the alert rules do: `expiring` starts `warnedDays` before expiry, when the earliest rule
 * warns (null if no rule does).
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
