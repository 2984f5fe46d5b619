import type { Endpoint, Method } from "@/lib/contract/endpoint";
import { dispatch } from "./dispatch";
import type { ApiReply, ApiRequest } from "./request";

type RouteHandler = (request: Request) => Promise<Response>;
/** Next answers 405 without a body for methods that a route file does not export: export all, the table decides. */
type Exports = Record<"GET" | "HEAD" | "POST" | "DELETE" | "PUT" | "PATCH" | "OPTIONS", RouteHandler>;

const NOBODY = new Set([204, 304]);

/**
 * Route handlers of one path for Next: `export const { GET, POST, DELETE, … } = serve(getMonitor, updateMonitor)`. They hand the
 * request to the same `dispatch` that the front door calls, so the two can't drift. The endpoints are named for the reader and
 * for the parity test.
 */
export function serve(..._endpoints: readonly (Endpoint & { readonly method: Method })[]): Exports {
  const handler: RouteHandler = async (request) => toResponse(request, await dispatch(toApiRequest(request)));
  return {
    GET: handler,
    HEAD: handler,
    POST: handler,
    DELETE: handler,
    PUT: handler,
    PATCH: handler,
    OPTIONS: handler,
  };
}

function toApiRequest(request: Request): ApiRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    search: url.search,
    headers: (name) => request.headers.get(name) ?? undefined,
    body: async () => Buffer.from(await request.arrayBuffer()),
    // Behind the front door this is the address that it found out; it overwrites what clients send.
    remoteAddress: request.headers.get("x-forwarded-for") ?? "unknown",
    signal: request.signal,
  };
}

function toResponse(request: Request, reply: ApiReply): Response {
  const isEmpty = request.method === "HEAD" || NOBODY.has(reply.status);
  const headers = new Headers(reply.headers);
  if (reply.secondCookie !== undefined) headers.append("Set-Cookie", reply.secondCookie);
  return new Response(isEmpty ? null : (reply.body as BodyInit), { status: reply.status, headers });
}
