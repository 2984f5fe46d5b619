/**
 * Connection lost, refused or not to be had; shutting down or starting; too many connections; a statement over its time; read-only, as a
 * primary is that has just become a replica.
 */
const AWAY_CODES =
  /^(08\w{3}|25006|57P0[1-5]|57014|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const AWAY_TEXTS =
  /timeout exceeded when trying to connect|connection terminated|connection timeout|client has encountered a connection error|cannot use a pool after calling end/i;

/** disk_full of PostgreSQL (class 53, appendix A of its manual): nothing was written; it passes when there is room again. */
const DISK_FULL_CODE = "53100";

/** Whether an error says that the database has no room on its disk. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === DISK_FULL_CODE;
}

/** Whether an error says that the database can't be reached now: a 503 that passes, never a defect of ours. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && AWAY_CODES.test(code)) return true;
  return AWAY_TEXTS.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause));
}
