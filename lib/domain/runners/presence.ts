/** A runner that hasn't reported for longer is silent, and a region without another runner gets a fallback runner. */
export const ALIVE_SECONDS = 45;
/** An idle runner reports this often. */
export const HEARTBEAT_MS = 5000;
/** A runner that missed two heartbeats is late, and the other runners of its region take over its share. */
export const LATE_SECONDS = 12;
/** A heartbeat is written at most this often, so that a busy runner doesn't update its row for each batch. */
export const HEARTBEAT_SECONDS = 4;
/** Results may wait this long while the server is unavailable, plus an hour for clock differences. */
export const PRESENCE_HOURS = 25;

/** Two starts that report in turn for this long are two processes. A stopping one may overlap with the next. */
export const DOUBLED_SECONDS = 30;
/** A pause this long between two reports of the older start ends that. */
export const DOUBLED_GAP_SECONDS = 60;

/** A monitor that is younger and has no result is checked immediately instead of at its scheduled time. */
export const NEW_MONITOR_SECONDS = 60;

/**
 * Restarting a machine isn't worth a notice. Silence must be seen by two checks instead of computed from the last report,
 * because after the server or the database was unavailable, every runner's last report is old.
 */
export const SILENCE_NOTICE_SECONDS = 4 * 60;
/** A runner that comes and goes, or an intermittent network, causes at most one notice in this time. */
export const NOTICE_AGAIN_SECONDS = 3600;
/** A self-check reported longer ago says nothing about the present. */
export const SELF_CHECK_FRESH_SECONDS = 2 * 60;

/** Built-in runners of other servers are deleted after this much silence. */
export const FORGOTTEN_DAYS = 7;
/** Revoked runners are listed this long. The audit log keeps who revoked which. */
export const REVOKED_LISTED_DAYS = 30;

/** A requested check that no runner takes within this time isn't run anymore. */
export const REQUEST_WAITS_SECONDS = 60;
/** Added to the check's timeout: a runner that hasn't reported by then is frozen or dead, and another one gets the check. */
export const REASSIGNED_SECONDS = 10;
