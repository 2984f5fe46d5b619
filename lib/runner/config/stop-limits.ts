/**
 * Time limits of a stop in milliseconds. Process supervisors usually allow the whole server 10 s, of which its other
 * parts need two. Running checks may finish in this time; remaining results are sent to the server or stay on disk.
 */
export const LAST_CHECKS_MS = 5000;
export const HAND_IN_MS = 2000;
/** Limit for the entire runner, after which it's killed. */
export const RUNNER_STOP_MS = 8000;
