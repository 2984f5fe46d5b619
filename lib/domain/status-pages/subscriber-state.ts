import type { SubscriberState } from "@/lib/contract/status-pages/subscribers";

/** Returns a subscriber's state from its dates. */
export function subscriberState(row: {
  confirmed_at: Date | null;
  disabled_at: Date | null;
}): SubscriberState {
  if (row.disabled_at) return "disabled";
  return row.confirmed_at ? "confirmed" : "unconfirmed";
}
