import { SECRET_FIELDS } from "@/lib/contract/protocols/lookup";

type Request = Record<string, unknown>;

/**
 * Splits a request into a part stored in plain text, with null for each secret, and its secrets (null if there are none). Lists and
 * metrics search the plain part.
 */
export function splitRequest(request: Request): { open: Request; secrets: Request | null } {
  const given = SECRET_FIELDS.filter((field) => (request[field] ?? null) !== null);
  if (given.length === 0) return { open: request, secrets: null };
  return {
    open: { ...request, ...Object.fromEntries(given.map((field) => [field, null])) },
    secrets: Object.fromEntries(given.map((field) => [field, request[field]])),
  };
}

/** Recombines a request. A plain-text value, as written by versions before encryption, takes precedence. */
export function joinRequest(open: Request, secrets: Request): Request {
  const filled = Object.entries(secrets).filter(([field]) => (open[field] ?? null) === null);
  return { ...open, ...Object.fromEntries(filled) };
}
