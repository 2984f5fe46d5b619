/** Field errors of a 422: dotted field name → texts that name the rule and the received value. */
export type FieldErrors = Record<string, string[]>;

/**
 * An error response. `message` and `errors` are sent to the caller verbatim, so they must not contain secrets, SQL, or
 * stack traces.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors: FieldErrors | null = null,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export function unauthenticated(): ApiError {
  return new ApiError(401, "Unauthenticated.", null, { "WWW-Authenticate": "Bearer" });
}

export function forbidden(message: string): ApiError {
  return new ApiError(403, message);
}

/** Covers a missing record and a record of another project, which must be indistinguishable. */
export function recordNotFound(): ApiError {
  return new ApiError(404, "Record not found.");
}

/** Returns a record that was read, or throws 404 when there is none. */
export function found<Row extends object>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw recordNotFound();
  return row;
}

export function routeNotFound(): ApiError {
  return new ApiError(404, "Resource not found.");
}

export function conflict(message: string): ApiError {
  return new ApiError(409, message);
}

/** Creates a 413. The connection is closed, because the rest of the body would be read as the next request. */
export function bodyTooLarge(limit: number): ApiError {
  return new ApiError(413, `The body must not exceed ${limit} bytes.`, null, { Connection: "close" });
}

/** Creates a 422. `message` is the first error, plus ` (and N more errors)`. */
export function invalid(errors: FieldErrors): ApiError {
  const texts = Object.values(errors).flat();
  const more = texts.length - 1;
  const suffix = more > 0 ? ` (and ${more} more error${more > 1 ? "s" : ""})` : "";
  return new ApiError(422, `${texts[0] ?? "The request is invalid."}${suffix}`, errors);
}

export function invalidField(field: string, text: string): ApiError {
  return invalid({ [field]: [text] });
}

/** Refuses a request in a project that was deleted or that the caller can't access. The dashboard recognizes it. */
export const PROJECT_UNREACHABLE = "This credential cannot access the project named in the header.";
