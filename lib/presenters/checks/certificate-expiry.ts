import { expiryOf } from "@/lib/domain/checks/certificate-expiry";
import { counted } from "@/lib/presenters/core/format";

export interface ExpiryWords {
  state: "valid" | "expiring" | "expired";
  /** `in 9 days`, `expired 3 days ago`. */
  text: string;
  reason: string;
}

/** Describes when a certificate expires, for display next to the date. */
export function expiryWords(notAfter: string, warnedDays: number | null, now: Date): ExpiryWords {
  const { state, daysLeft, reason } = expiryOf(new Date(notAfter), warnedDays, now);
  if (state !== "expired") return { state, text: `in ${counted(daysLeft, "day")}`, reason };
  return {
    state,
    text: daysLeft === 0 ? "expired today" : `expired ${counted(-daysLeft, "day")} ago`,
    reason,
  };
}
