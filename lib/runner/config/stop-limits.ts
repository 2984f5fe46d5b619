/**
 * What a stop may take, milliseconds: a process supervisor gives the whole server 10 s as a rule (F29), of which its own parts need two.
 * Checks that run may end meanwhile; what is left is handed in, or stays on disk.
 */
export const LAST_CHECKS_MS = 5000;
export const HAND_IN_MS = 2000;
/** Of the whole runner; then it is killed. */
export const RUNNER_STOP_MS = 8000;
