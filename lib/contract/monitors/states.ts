/** The statuses of a monitor in the API. This file holds plain values, so that the browser can import it without the schema parser. */
export const MONITOR_STATUSES = ["fetching", "online", "offline", "partial", "paused"] as const;
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

/** The states in which lists and counts show a monitor, worst first. Every monitor is in exactly one. */
export const MONITOR_STATES = ["offline", "partial", "no_data", "fetching", "online", "paused"] as const;
export type MonitorState = (typeof MONITOR_STATES)[number];
