/** Field errors of a 422: dotted field name → texts that say what is wrong, what is allowed and what was given. */
export type FieldErrors = Record<string, string[]>;

/** An answer that is not a success. `message` and `errors` go to the caller as they are: no secret, SQL or stack. */
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

/** Missing, or of another project: the two are indistinguishable. */
export function recordNotFound(): ApiError {
  return new ApiError(404, "Record not found.");
}

export function routeNotFound(): ApiError {
  return new ApiError(404, "Resource not found.");
}

export function conflict(message: string): ApiError {
  return new ApiError(409, message);
}

/** 422: `message` is the first error, plus ` (and N more errors)`. */
export function invalid(errors: FieldErrors): ApiError {
  const texts = Object.values(errors).flat();
  const more = texts.length - 1;
  const suffix = more > 0 ? ` (and ${more} more error${more > 1 ? "s" : ""})` : "";
  return new ApiError(422, `${texts[0] ?? "The given data was invalid."}${suffix}`, errors);
}

export function invalidField(field: string, text: string): ApiError {
  return invalid({ [field]: [text] });
}
