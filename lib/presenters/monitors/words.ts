/** Enum values as plain arrays. Importing the contract would add the schema parser to the page. */
export const MONITOR_STATUSES = ["fetching", "online", "offline", "partial", "paused"] as const;
export const PROTOCOLS = ["http", "tcp", "icmp"] as const;
