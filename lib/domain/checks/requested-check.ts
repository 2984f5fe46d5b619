/** A requested check that no runner takes within this time isn't run anymore. */
export const REQUEST_WAITS_SECONDS = 60;
/** Added to the check's timeout: a runner that hasn't reported by then is frozen or dead, and another one gets the check. */
export const REASSIGNED_SECONDS = 10;
