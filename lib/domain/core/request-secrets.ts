/** What a monitor's request may hold of secrets. Kept encrypted; the rest stays readable, since lists and metrics search by it. */
export const SECRET_FIELDS = ["headers", "body", "user_agent_secret"] as const;

type Request = Record<string, unknown>;

/** Parts a request into what may be stored in the open, with null where a secret was, and its secrets; null without any. */
export function splitRequest(request: Request): { open: Request; secrets: Request | null } {
  const given = SECRET_FIELDS.filter((field) => (request[field] ?? null) !== null);
  if (given.length === 0) return { open: request, secrets: null };
  return {
    open: { ...request, ...Object.fromEntries(given.map((field) => [field, null])) },
    secrets: Object.fromEntries(given.map((field) => [field, request[field]])),
  };
}

/** Puts a request together again. A value in the open, as versions before the encryption wrote it, counts. */
export function joinRequest(open: Request, secrets: Request): Request {
  const filled = Object.entries(secrets).filter(([field]) => (open[field] ?? null) === null);
  return { ...open, ...Object.fromEntries(filled) };
}
