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
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly scope: Scope;
  readonly permission: Permission | null;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Null: no body (204). A `list` endpoint names the item; the envelope is added once. */
  readonly response: Response | null;
  readonly list?: boolean;
  readonly status: 200 | 201 | 202 | 204;
}

/** Declares an endpoint and keeps its exact types. */
export function endpoint<
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Response extends z.ZodType = z.ZodNever,
>(definition: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return definition;
}
