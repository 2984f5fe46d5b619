import { COUNTED_MAX } from "@/lib/contract/core/count";
import { changesRecord, isIdempotent } from "@/lib/contract/core/endpoint";
import { ApiError, routeNotFound } from "@/lib/contract/core/errors";
import type { ListQuery } from "@/lib/contract/core/list";
import { endpoints } from "@/lib/contract/endpoints";
import { quotaHeaders, quotaNow, rateKeys } from "@/lib/http/auth/rate-limit";
import type { Caller } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { forgetSharedReads } from "@/lib/services/core/shared-read";
import type { RunnerCaller } from "@/lib/services/runners/authenticate";
import { once } from "@/lib/shared/once";
import { withRecordLock } from "@/lib/store/core/locks/record-lock";
import { fillTable, guardTable, handlerTable } from "../handlers";
import { type ApiReply, type ApiRequest, RawReply } from "../request";
import { admit, admitRunner, traced } from "./admit";
import { formReply } from "./form-reply";
import type { Call, Fill, Guard, Handler } from "./handler";
import { IDEMPOTENCY_KEY, oncePerKey } from "./idempotency";
import { parseParams, parseQuery, readBody } from "./parse";
import {
  emptyReply,
  errorReply,
  jsonReply,
  listReply,
  locationOf,
  matchesEtag,
  requestIdOf,
  withEtag,
} from "./respond";
import { type Match, type Route, RouteTable } from "./route-table";
import { shaper } from "./shape";

export type { ApiReply, ApiRequest } from "../request";

function routes(): RouteTable {
  return once("http.routes", () => new RouteTable(endpoints));
}

/**
 * Handles a request to `/api/**`: route, credential, rate limit, project, permission, validation, service, response shape. Never
 * rejects.
 */
export async function dispatch(request: ApiRequest): Promise<ApiReply> {
  const requestId = requestIdOf(request);
  const headers: Record<string, string> = {
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    // A caller that is counted replaces them by its own.
    ...quotaHeaders(quotaNow(rateKeys.address(request.remoteAddress))),
  };
  let reply: ApiReply;
  try {
    reply = await answer(request, headers);
  } catch (error) {
    reply = errorReply(error, request, requestId);
  }
  return formReply(request, { ...reply, headers: { ...headers, ...reply.headers } });
}

async function answer(request: ApiRequest, headers: Record<string, string>): Promise<ApiReply> {
  const match = routes().match(request.method, request.path);
  const { route } = match;
  if (!route) return unmatched(match, request);
  const { endpoint } = route;
  if (endpoint.scope === "public") return run(route, match, null, request);
  if (endpoint.scope === "runner") return run(route, match, await admitRunner(request, headers), request);
  const caller = await admit(endpoint, request, headers);
  return traced(caller, request, () => run(route, match, caller, request, caller));
}

function unmatched(match: Match, request: ApiRequest): ApiReply {
  if (match.allowed.length === 0) throw routeNotFound();
  const allow = match.allowed.join(", ");
  if (request.method === "OPTIONS") return emptyReply({ Allow: allow });
  throw new ApiError(
    405,
    `The method ${request.method.slice(0, 20)} is not allowed here; allowed: ${allow}.`,
    null,
    { Allow: allow },
  );
}

/** `repeatable` is the caller whose Idempotency-Key applies, if any. */
async function run(
  route: Route,
  match: Match,
  caller: Caller | RunnerCaller | null,
  request: ApiRequest,
  repeatable: Caller | null = null,
): Promise<ApiReply> {
  const { endpoint } = route;
  const params = parseParams(route, match);
  const query = parseQuery(route, request.search);
  // The route's schemas parsed its parts, but their types are lost in the tables of all routes.
  const guard = (guardTable as Record<string, unknown>)[endpoint.id] as Guard | undefined;
  const fill = (fillTable as Record<string, Fill | undefined>)[endpoint.id];
  guard?.(caller as Caller, params as Record<never, never>);
  const { bytes, body, formKey } = await readBody(endpoint, request, (given) =>
    fill ? fill(caller as Caller, given) : given,
  ).catch(async (error: unknown) => {
    if (caller && error instanceof ApiError && error.status === 422)
      await readBefore(caller, params, request);
    throw error;
  });
  const page = endpoint.list ? toPage(query as ListQuery) : NO_PAGE;
  const call = { caller, params, query, body, page, request } as Call;
  const handler = handlerTable[endpoint.id] as Handler;
  const work = async () => {
    const result = await handler(call);
    if (repeatable && endpoint.method !== "GET") forgetSharedReads();
    return toReply(route, call, result);
  };
  const ifMatch = caller && changesRecord(endpoint) ? request.headers("if-match") : undefined;
  if (caller && ifMatch !== undefined)
    return withRecordLock(ownerOf(caller), `${endpoint.path} ${JSON.stringify(params)}`, async () => {
      await requireMatch(caller, params, request, ifMatch);
      return work();
    });
  const sentKey =
    repeatable && isIdempotent(endpoint)
      ? formKey
        ? `${formKey} ${repeatable.kind} ${repeatable.id}`
        : request.headers(IDEMPOTENCY_KEY)
      : undefined;
  if (!repeatable || sentKey === undefined) return work();
  return oncePerKey(repeatable, { request, body: bytes, sentKey }, work);
}

/** Returns whose writes wait for each other: a project's, or else an organization's or a runner's. */
function ownerOf(caller: Caller | RunnerCaller): string {
  if (!("organizationId" in caller)) return `runner ${caller.id}`;
  return caller.projectId === null ? `organization ${caller.organizationId}` : `project ${caller.projectId}`;
}

/**
 * Reads the record that a request writes to, by the same path: null if that isn't a record or a list below one. Throws 404 if it
 * doesn't exist, because no other body would help.
 */
async function readBefore(
  caller: Caller | RunnerCaller,
  params: unknown,
  request: ApiRequest,
): Promise<ApiReply | null> {
  const { route } = routes().match("GET", request.path);
  if (!route || route.paramNames.length === 0 || route.endpoint.raw) return null;
  const query = parseQuery(route, "");
  const page = { limit: 1, offset: 0 };
  const handler = handlerTable[route.endpoint.id] as Handler;
  const call = { caller, params, query, body: {}, page, request } as Call;
  return toReply(route, call, await handler(call));
}

/** Throws 412 if the record has changed since the client read it (RFC 9110 §13.1.1). The caller locks it against others that check. */
async function requireMatch(
  caller: Caller | RunnerCaller,
  params: unknown,
  request: ApiRequest,
  sent: string,
): Promise<void> {
  const etag = (await readBefore(caller, params, request))?.headers.ETag;
  if (etag === undefined || matchesEtag(sent, etag)) return;
  throw new ApiError(412, "The record has changed since it was read. Read it again.", null, { ETag: etag });
}

const NO_PAGE: Page = { limit: 0, offset: 0 };

function toPage(query: ListQuery): Page {
  const { page, per_page: limit, with_total: withTotal } = query;
  const offset = (page - 1) * limit;
  const countMax = withTotal === "about" ? Math.max(COUNTED_MAX, offset + limit) + 1 : null;
  return { limit, offset, withTotal: withTotal !== "false", countMax };
}

function toReply(route: Route, call: Call, result: unknown): ApiReply {
  if (result instanceof RawReply) return result;
  const { endpoint } = route;
  if (endpoint.response === null) return emptyReply();
  const shape = shaper(endpoint.response);
  const { request } = call;
  if (endpoint.list) {
    const listed = result as Listed<unknown>;
    const items = listed.items.map(shape);
    return jsonReply(200, listReply({ items, total: listed.total }, call.page, request.path, request.search));
  }
  const reply = jsonReply(endpoint.status, shape(result));
  if (endpoint.status === 201)
    return { ...reply, headers: { ...reply.headers, ...locationOf(request.path, result) } };
  return endpoint.method === "GET" ? withEtag(reply, request) : reply;
}
