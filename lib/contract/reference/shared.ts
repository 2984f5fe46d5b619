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
  message: "The name field is required. (and 1 more error)",
  errors: {
    name: ["The name field is required."],
    "request.url": ["The request.url field is required."],
  },
};

/** Refusals that every operation refers to. */
export const RESPONSES: Json = {
  BadRequest: refusal(
    "The body is not JSON, or nested deeper than 32 levels.",
    "The body is not valid JSON.",
  ),
  Unauthenticated: refusal(
    "The credential is missing, malformed, unknown, expired or revoked.",
    "Unauthenticated.",
  ),
  Forbidden: refusal(
    "A permission is missing, or a project endpoint was called without a reachable project.",
    "This action needs the uptime:write permission.",
  ),
  NotFound: refusal("The record does not exist or belongs to another project.", "Record not found."),
  Conflict: refusal(
    "The record is in use or busy, or the first request with this Idempotency-Key is still running.",
    "The first request with this Idempotency-Key is still being worked on.",
  ),
  TooLarge: refusal(
    "The body is larger than 1 MiB.",
    "The body must have at most 1048576 bytes; given were 2000000.",
  ),
  Invalid: {
    description: "A field has a value that is not allowed; `errors` names each by its dotted path.",
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
    "The organization's calls of this minute are used up.",
    "Too many calls: 100 a minute are allowed. Try again in 12 s.",
    retryAfter,
  ),
  ServerError: refusal(
    "A defect here; report the request id.",
    "Something went wrong here. Please report the request id 0b9f1a5e.",
  ),
  NotModified: {
    description: "The `ETag` in `If-None-Match` is still current; no body.",
    headers: requestId,
  },
  UnsupportedType: refusal(
    "The content type is not `application/json`.",
    "The content type must be application/json.",
  ),
  Unavailable: refusal(
    "The database is unreachable.",
    "The database can't be reached right now. Please try again.",
    retryAfter,
  ),
};

const message = { type: "string", description: "What is wrong, what is allowed, what was given." };
const errors = {
  type: "object",
  description: "Dotted field name → texts.",
  additionalProperties: { type: "array", items: { type: "string" } },
};

export const SCHEMAS: Json = {
  Error: { type: "object", required: ["message"], properties: { message, request_id: { type: "string" } } },
  ValidationError: { type: "object", required: ["message", "errors"], properties: { message, errors } },
  Problem: {
    type: "object",
    description: "RFC 9457 members beside `message`, with `Accept: application/problem+json`.",
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
      "Project of the call: needed with an organization key, and with a user token whose user has several projects; ignored with a project key. `X-Phare-Project-Id` is an alias.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  ProjectSlug: {
    name: "X-Service-Project-Slug",
    in: "header",
    required: false,
    description:
      "The same by slug. Both headers naming different projects: 422. `X-Phare-Project-Slug` is an alias.",
    schema: { type: "string" },
    example: "web-shop",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "The same key with the same request within 24 hours returns the first answer; with another request 422.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "5f0c7a1e-create-checkout",
  },
};

export const HEADERS: Json = {
  RequestId: {
    description: "Id of the request: the one that was sent when it is plain, else a new one.",
    schema: { type: "string" },
  },
  Location: { description: "URL of what was created.", schema: { type: "string", format: "uri" } },
  RetryAfter: { description: "Whole seconds to wait.", schema: { type: "integer", minimum: 0 } },
};

export const DESCRIPTION = `Everything the dashboard does with monitors, incidents, status pages, alerts and runners can be done here.

**Only a signed-in person**, in the dashboard, can manage the own account, sessions, second factor and browser notifications, members and
invitations, and API keys, and can read the audit log and the outbox. The reference lists those operations with
\`GET /openapi.json?part=all\`, marked \`x-session-only\`; a key or token that calls one gets 403.

**Credentials.** \`Authorization: Bearer <token>\`: an organization key (\`upt_org_…\`), a project key (\`upt_prj_…\`) or a user
token (\`upt_usr_…\`), made in Settings → API keys or with \`npm run -s cli -- keys create\`. Organization keys name the project in
\`X-Service-Project-Id\` or \`X-Service-Project-Slug\`.

**Bodies** are JSON, at most 1 MiB, nested at most 32 levels. Unknown and read-only fields are ignored. Updating is \`POST\` on
the item's path and partial: a field left out keeps its value. Dates come in as ISO 8601 with a zone and go out as
\`YYYY-MM-DDTHH:MM:SSZ\`.

**Lists** answer \`{data, meta, links}\`; follow \`links.next\` until it is null. A filter may be repeated (\`tag=a&tag=b\`) or
comma-joined (\`tag=a,b\`): any of the values matches.

**Errors** are JSON with \`message\`; a 422 adds \`errors\` by dotted field name. With \`Accept: application/problem+json\` the
members of RFC 9457 stand beside them.

**Rate limit**: 100 calls a minute per organization by default; every answer carries \`RateLimit-Policy\` and \`RateLimit\`, a 429
also \`Retry-After\`. Single GETs carry an \`ETag\` and answer \`If-None-Match\` with 304.`;
