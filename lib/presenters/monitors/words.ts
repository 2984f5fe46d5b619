/** Plain values. Importing the contract would add the schema parser to the page. */
export const MONITOR_STATUSES = ["fetching", "online", "offline", "partial", "paused"] as const;
