type Json = Record<string, unknown>;

const requestId = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

function refusal(description: string, message: string, headers: Json = {}): Json {
  return {
    description,
    headers: { ...requestId, ...headers },
    content: {
      "application/json": { schema: { $ref: "#/components/schemas/Error" }, example: { message } },
      "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
    },
  };
}

const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

const INVALID_EXAMPLE = {
  message: "name is required. (and 1 more error)",
  errors: {
    name: ["name is required."],
    "request.url": ["request.url is required."],
  },
};

/** Error responses that every operation references. */
export const RESPONSES: Json = {
  BadRequest: refusal(
    "The body is not valid JSON, or is nested deeper than 32 levels.",
    "The body is not valid JSON.",
  ),
  Unauthenticated: refusal(
    "The credential is missing, malformed, unknown, expired, or revoked.",
    "Unauthenticated.",
  ),
  Forbidden: refusal(
    "A permission is missing, or a project endpoint was called without an accessible project.",
    "This action needs the uptime:write permission.",
  ),
  NotFound: refusal("The record does not exist or belongs to another project.", "Record not found."),
  Conflict: refusal(
    "The record is in use or busy, or the first request with this Idempotency-Key is still in progress, or it took effect and its response was lost.",
    "The first request with this Idempotency-Key is still in progress.",
  ),
  Changed: refusal(
    "The record has changed since it had the `ETag` in `If-Match`.",
    "The record has changed since it was read. Read it again.",
  ),
  TooLarge: refusal(
    "The body is larger than 1 MiB, 5 MiB for a form, or 16 KiB for an operation without a credential.",
    "The body must not exceed 1048576 bytes.",
  ),
  Invalid: {
    description: "A field has an invalid value. `errors` lists the errors by dotted field name.",
    headers: requestId,
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ValidationError" },
        example: INVALID_EXAMPLE,
      },
      "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
    },
  },
  TooManyCalls: refusal(
    "The organization has used up its requests for this minute.",
    "Too many requests; the limit is 100 per minute. Try again in 12 s.",
    retryAfter,
  ),
  ServerError: refusal(
    "An internal error. Please report the request ID.",
    "Something went wrong. Please report the request ID 0b9f1a5e.",
  ),
  NotModified: {
    description: "The `ETag` in `If-None-Match` is still current; no body.",
    headers: requestId,
  },
  UnsupportedType: refusal(
    "The content type is not `application/json`, or the body is compressed.",
    "The content type must be application/json; got text/plain.",
  ),
  Unavailable: refusal(
    "The database is unreachable.",
    "The database cannot be reached right now. Please try again.",
    retryAfter,
  ),
};

const message = { type: "string", description: "Names the field, the rule, and the received value." };
const errors = {
  type: "object",
  description: "Error texts by dotted field name.",
  additionalProperties: { type: "array", items: { type: "string" } },
};

export const SCHEMAS: Json = {
  Error: { type: "object", required: ["message"], properties: { message, request_id: { type: "string" } } },
  ValidationError: { type: "object", required: ["message", "errors"], properties: { message, errors } },
  Problem: {
    type: "object",
    description: "RFC 9457 members in addition to `message`, with `Accept: application/problem+json`.",
    required: ["type", "title", "status", "detail", "message"],
    properties: {
      type: { type: "string", format: "uri-reference" },
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string" },
      instance: { type: "string" },
      message,
      errors,
    },
  },
};

export const PARAMETERS: Json = {
  ProjectId: {
    name: "X-Service-Project-Id",
    in: "header",
    required: false,
    description:
      "Project of the request. Required with an organization key, and with a user token if the user has several projects; ignored with a project key. `X-Phare-Project-Id` is an alias.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  ProjectSlug: {
    name: "X-Service-Project-Slug",
    in: "header",
    required: false,
    description:
      "Project of the request by slug. Responds with 422 when both headers name different projects. `X-Phare-Project-Slug` is an alias.",
    schema: { type: "string" },
    example: "web-shop",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "The same key with the same request within 24 hours returns the first response; with a different request in the same project 422.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "5f0c7a1e-create-checkout",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description:
      "The `ETag` of an earlier GET. If the record has changed since, the request gets 412 and changes nothing. A monitor also changes with each check.",
    schema: { type: "string", minLength: 1 },
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  },
};

export const HEADERS: Json = {
  RequestId: {
    description: "The request ID that the client sent if it is valid, otherwise a new one.",
    schema: { type: "string" },
  },
  Location: { description: "URL of the created resource.", schema: { type: "string", format: "uri" } },
  RetryAfter: { description: "Seconds to wait, as a whole number.", schema: { type: "integer", minimum: 0 } },
};

export const DESCRIPTION = `The API covers everything the dashboard does with monitors, incidents, status pages, alerts, and runners.

**Authentication.** Send \`Authorization: Bearer <token>\` with an organization key (\`upt_org_…\`), a project key (\`upt_prj_…\`) or a
user token (\`upt_usr_…\`). Create them in Settings → API keys or with \`npm run -s cli -- keys create\`. With an organization key, name
the project in \`X-Service-Project-Id\` or \`X-Service-Project-Slug\`.

**Requests.** Bodies are JSON, at most 1 MiB, nested at most 32 levels. Unknown and read-only fields are ignored. To update an item, send
\`POST\` to its path; omitted fields keep their value. Dates are ISO 8601 with a time zone in requests and \`YYYY-MM-DDTHH:MM:SSZ\` in
responses.

**Pagination.** Lists return \`{data, meta, links}\`. Follow \`links.next\` until it is null. Filters can be repeated (\`tag=a&tag=b\`) or
comma-separated (\`tag=a,b\`) to match any of the values.

**Errors.** Errors are JSON with a \`message\`; a 422 adds \`errors\` by dotted field name. With
\`Accept: application/problem+json\`, the response also has the members of RFC 9457.

**Rate limit.** By default, an organization can make 100 requests per minute. Every response has \`RateLimit-Policy\` and \`RateLimit\`
headers, and a 429 also has \`Retry-After\`. GET requests for a single item return an \`ETag\` and support \`If-None-Match\` (304);
POST and DELETE of that item support \`If-Match\` (412).

**Signed-in users only.** Accounts, sessions, two-factor sign-in, browser notifications, members, invitations, and API keys can only be
managed in the dashboard. The same applies to the audit log and the outbox. \`GET /openapi.json?part=all\` includes those operations,
marked \`x-session-only\`. A key or token that calls one gets 403.`;
