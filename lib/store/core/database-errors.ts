import { errorCode } from "@/lib/shared/error-code";

/**
 * Connection lost, refused, or unavailable; server starting or stopping; too many connections; statement timeout;
 * read-only, as on a primary that has just become a replica.
 */
const UNAVAILABLE_CODES =
  /^(08\w{3}|25006|57P0[1-5]|57014|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_TEXTS =
  /timeout exceeded when trying to connect|connection terminated|connection timeout|client has encountered a connection error|cannot use a pool after calling end/i;

/** Out of disk or memory, and errors of input or output (classes 53 and 58). */
const RESOURCE_CODES = /^(53\w{3}|58030)$/;

/** PostgreSQL's disk_full (class 53, appendix A of its manual): nothing was written; retry when there is space again. */
const DISK_FULL_CODE = "53100";

/** Returns whether an error says that the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === DISK_FULL_CODE;
}

/** Returns whether an error says that the database is unavailable: a temporary 503, never a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (UNAVAILABLE_CODES.test(errorCode(error))) return true;
  return (
    UNAVAILABLE_TEXTS.test(error.message) || (error.cause !== undefined && isDatabaseUnavailable(error.cause))
  );
}

/** Returns whether the same statement can succeed later, when the database is available or has space again. */
export function isTemporaryInDatabase(error: unknown): boolean {
  return isDatabaseUnavailable(error) || RESOURCE_CODES.test(errorCode(error));
}

/**
 * Returns whether an error is about the data, so that trying again can't help: the database rejected it (SQLSTATE
 * classes 21, 22, and 23), or the program can't compute with it.
 */
export function isDataError(error: unknown): boolean {
  const code = errorCode(error);
  if (code) return /^2[123]\w{3}$/.test(code);
  return error instanceof TypeError || error instanceof RangeError;
}

/** Returns whether an error may be about the row that was processed, so that other rows can be. */
export function isAboutRow(error: unknown): boolean {
  return isDataError(error) || (!errorCode(error) && !isDatabaseUnavailable(error));
}
