/** Closed sets of monitors as plain values: the contract's file would bring the whole parser into the page. */
export const MONITOR_STATUSES = ["fetching", "online", "offline", "partial", "paused"] as const;
export const PROTOCOLS = ["http", "tcp", "icmp"] as const;
