import * as z from "zod";
import { Id } from "./fields";

export type Permission =
  | "platform:read"
  | "platform:write"
  | "uptime:read"
  | "uptime:write"
  | "incidents:moderate";
export type Method = "GET" | "POST" | "DELETE";

/** Callers of an endpoint: a credential within a project or organization, a signed-in user, a runner, or anyone. */
export type Scope = "project" | "organization" | "session" | "runner" | "public";

/**
 * One endpoint of the HTTP API. The same object drives validation (422), the OpenAPI document, the forms, the typed
 * client, and the route table. `path` is relative to `/api`, with parameters in braces: `/uptime/monitors/{monitorId}`.
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
  /** Allows a larger body than usual. */
  readonly maxBytes?: number;
  /** The service gets the body's bytes and parses them in a process of its own, because they can take long. */
  readonly isReadApart?: boolean;
  /** Null means no body (204). A `list` endpoint declares the item; the envelope is added for it. */
  readonly response: z.ZodType | null;
  readonly list?: boolean;
  /** The response is a stream, a page, or text instead of JSON: the handler returns a `RawReply`. */
  readonly raw?: boolean;
  /** A raw response has an ETag and supports If-None-Match, as JSON records do. */
  readonly revalidates?: boolean;
  /** Also accepts a multipart form with bracket keys and file parts. */
  readonly multipart?: boolean;
  readonly status: 200 | 201 | 202 | 204;
  /** Responds with 409 while the record is in use or busy. */
  readonly conflicts?: boolean;
  /** Responds with 404 if the record that the body names doesn't exist. */
  readonly findsByBody?: boolean;
  /** Responds with 503 and the same body while this server isn't ready. */
  readonly judgesReadiness?: boolean;
  /** Responds with 401 without a credential although the endpoint is public, if the operator configured one. */
  readonly mayAskForToken?: boolean;
  /** The response contains a secret that is shown once, so it is never stored for an Idempotency-Key. */
  readonly shownOnce?: boolean;
}

/** Returns whether repeating a request with the same Idempotency-Key returns the first response. */
export function isIdempotent({ status, scope, shownOnce }: Endpoint): boolean {
  return status === 201 && (scope === "project" || scope === "organization") && !shownOnce;
}

/** Returns whether the endpoint changes or deletes the record at its path, so that `If-Match` applies. */
export function changesRecord({ method, path }: Endpoint): boolean {
  return method !== "GET" && path.endsWith("}");
}

/**
 * Declaration of an endpoint without its ID and address. Without a status, it is 200, or 204 when there is no response. Without a
 * permission, it follows from scope, path, and method. Parameters whose names end in `Id` are IDs unless `params` says otherwise.
 */
type Definition = Omit<Endpoint, "id" | "method" | "path" | "status" | "permission" | "response"> & {
  readonly permission?: Permission | null;
  readonly response?: z.ZodType | null;
  readonly status?: 201 | 202;
};

/** `at` is method and path: `GET /uptime/monitors/{monitorId}`. */
type Entry = Omit<Definition, "scope" | "tag"> & { readonly at: `${Method} /${string}` };

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Ids<Path> = [NamesIn<Path>] extends [never]
  ? unknown
  : { params: z.ZodObject<Record<NamesIn<Path>, typeof Id>> };
type Filled<Name, In, Given> = Given extends { at: `${infer Verb} ${infer Path}` }
  ? Omit<Given, "at" | "status" | "permission" | "response"> & {
      scope: In;
      tag: string;
      id: Name;
      method: Verb;
      path: Path;
      status: Endpoint["status"];
      permission: Permission | null;
      response: Given extends { response: infer Response } ? Response : null;
    } & (Given extends { params: z.ZodType } ? unknown : Ids<Path>)
  : never;
type Misspelled<Table> = {
  [Name in keyof Table]: Record<Exclude<keyof Table[Name], keyof Entry>, never>;
};

/** Declares endpoints of the same scope and tag by their IDs, with their exact types. A misspelled property is a type error. */
export function endpointsOf<const Table extends Record<string, Entry>, const In extends Scope>(
  scope: In,
  tag: string,
  table: Table & Misspelled<Table>,
): { [Name in keyof Table]: Filled<Name, In, Table[Name]> } {
  const filled = Object.entries<Entry>(table).map(([id, { at, ...given }]) => {
    const [method, path] = at.split(" ") as [Method, Endpoint["path"]];
    const { response = null, permission = permissionFor(scope, method, path) } = given;
    const { status = response === null ? 204 : 200 } = given;
    const endpoint: Endpoint = {
      ...idsIn(path),
      ...given,
      ...{ id, scope, tag, method, path, status, permission, response },
    };
    return [id, endpoint];
  });
  return Object.fromEntries(filled) as { [Name in keyof Table]: Filled<Name, In, Table[Name]> };
}

function permissionFor(scope: Scope, method: Method, path: string): Permission | null {
  if (scope !== "project" && scope !== "organization") return null;
  return `${path.startsWith("/uptime/") ? "uptime" : "platform"}:${method === "GET" ? "read" : "write"}`;
}

function idsIn(path: string): { params?: z.ZodType } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.length === 0 ? {} : { params: z.object(Object.fromEntries(names.map((name) => [name, Id]))) };
}

type Parsed<Schema, Without> = Schema extends z.ZodType ? z.output<Schema> : Without;
type Empty = Record<never, never>;

/** The parsed parts of a request, as handlers receive them. */
export type ParamsOf<E extends Endpoint> = Parsed<E["params"], Empty>;
export type QueryOf<E extends Endpoint> = Parsed<E["query"], Empty>;
export type BodyOf<E extends Endpoint> = E extends { isReadApart: true } ? Buffer : Parsed<E["body"], Empty>;
/** The response object as sent; for a list, one item. */
export type ResponseOf<E extends Endpoint> = Parsed<E["response"], null>;
