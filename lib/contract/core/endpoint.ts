import type * as z from "zod";

export type Permission =
  | "platform:read"
  | "platform:write"
  | "uptime:read"
  | "uptime:write"
  | "incidents:moderate";
export type Method = "GET" | "POST" | "DELETE";

/** Who may call: a credential inside a project, one of the organization, a signed-in person, a runner, or anyone. */
export type Scope = "project" | "organization" | "session" | "runner" | "public";

/**
 * One endpoint of the HTTP interface. The same object feeds the parser (422), the OpenAPI document, the forms, the
 * typed client and the routing table. `path` is below `/api`, parameters in braces: `/uptime/monitors/{monitorId}`.
 */
export interface Endpoint {
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly scope: Scope;
  readonly permission: Permission | null;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Null: no body (204). A `list` endpoint names the item; the envelope is added once. */
  readonly response: z.ZodType | null;
  readonly list?: boolean;
  /** The answer is no JSON of `response` (a stream, a page, text): the handler gives a `RawReply`. */
  readonly raw?: boolean;
  /** The body may also be a multipart form with bracket keys and file parts. */
  readonly multipart?: boolean;
  readonly status: 200 | 201 | 202 | 204;
  /** Answers 409 while the record is in use or busy. */
  readonly conflicts?: boolean;
  /** The answer holds a secret that is shown once, so it is never kept for an Idempotency-Key. */
  readonly shownOnce?: boolean;
}

/** Whether a repeat with the same Idempotency-Key gets the first answer. */
export function isIdempotent({ status, scope, shownOnce }: Endpoint): boolean {
  return status === 201 && (scope === "project" || scope === "organization") && !shownOnce;
}

/** Declares an endpoint and keeps its exact types; a misspelt property is a type error. */
export function endpoint<const Definition extends Endpoint>(
  definition: Definition & Record<Exclude<keyof Definition, keyof Endpoint>, never>,
): Definition {
  return definition;
}

type Parsed<Schema, Without> = Schema extends z.ZodType ? z.output<Schema> : Without;
type Empty = Record<never, never>;

/** What a handler gets of each part, after parsing. */
export type ParamsOf<E extends Endpoint> = Parsed<E["params"], Empty>;
export type QueryOf<E extends Endpoint> = Parsed<E["query"], Empty>;
export type BodyOf<E extends Endpoint> = Parsed<E["body"], Empty>;
/** The bare object (of a list: one item) as it leaves. */
export type ResponseOf<E extends Endpoint> = Parsed<E["response"], null>;
