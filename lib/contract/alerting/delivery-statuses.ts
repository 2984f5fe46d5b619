/** States of a notification. */
export const DELIVERY_STATUSES = [
  "pending",
  "delivered",
  "not_sent",
  "failed",
  "muted",
  "rate_limited",
  "superseded",
] as const;
