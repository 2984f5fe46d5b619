import { isIdempotent } from "@/lib/contract/core/endpoint";
import { ApiError, forbidden, routeNotFound } from "@/lib/contract/core/errors";
import type { PageQuery } from "@/lib/contract/core/list";
import { endpoints } from "@/lib/contract/endpoints";
import { authenticate, bearerToken } from "@/lib/http/auth/authenticate";
import { sessionToken } from "@/lib/http/auth/cookies";
import { inProject, withNamedProject } from "@/lib/http/auth/project-of-request";
import { countCall, quotaHeaders, quotaNow, rateKeys } from "@/lib/http/auth/rate-limit";
import { requireSameOrigin } from "@/lib/http/auth/same-origin";
import { handlerTable } from "@/lib/http/handlers";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { authenticateRunner, type RunnerCaller } from "@/lib/services/runners/authenticate";
import { once } from "@/lib/shared/once";
import { readBody } from "./body";
import { requireDiskSpace } from "./disk-space";
import type { Call, Handler } from "./handler";
import { oncePerKey } from "./idempotency";
import { listReply } from "./list-reply";
import { locationOf } from "./location";
import { parseParams, parseQuery } from "./parse";
import { type ApiReply, type ApiRequest, RawReply } from "./request";
import { emptyReply, errorReply, jsonReply, requestIdOf, withEtag } from "./respond";
import { type Match, type Route, RouteTable } from "./route-table";
import { shaper } from "./shape";
import { withinTime } from "./waiting";

export type { ApiReply, ApiRequest } from "./request";

function routes(): RouteTable {
  return once("http.routes", () => new RouteTable(endpoints));
}

/**
 * Handles a request to `/api/**`: route, credential, rate limit, project, permission, validation, service, response shape. Never
 * rejects.
 */
export async function dispatch(request: ApiRequest): Promise<ApiReply> {
  const requestId = requestIdOf(request);
  const headers: Record<string, string> = { "X-Request-Id": requestId, "Cache-Control": "no-store" };
  let reply: ApiReply;
  try {
    reply = await answer(request, headers);
  } catch (error) {
    reply = errorReply(error, request, requestId);
  }
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

async function answer(request: ApiRequest, headers: Record<string, string>): Promise<ApiReply> {
  const match = routes().match(request.method, request.path);
  const { route } = match;
  if (!route) return unmatched(match, request, headers);
  const { endpoint } = route;
  if (endpoint.scope === "public") return run(route, match, null, request);
  if (endpoint.scope === "runner") return run(route, match, await admitRunner(request, headers), request);
  const caller = await admit(route, request, headers);
  if (endpoint.permission) requirePermission(caller, endpoint.permission);
  requireDiskSpace(endpoint);
  return run(route, match, caller, request, caller);
}

function unmatched(match: Match, request: ApiRequest, headers: Record<string, string>): ApiReply {
  Object.assign(headers, quotaHeaders(quotaNow(rateKeys.address(request.remoteAddress))));
  if (match.allowed.length === 0) throw routeNotFound();
  const allow = match.allowed.join(", ");
  if (request.method === "OPTIONS") return emptyReply({ Allow: allow });
  throw new ApiError(
    405,
    `The method ${request.method.slice(0, 20)} is not allowed here; allowed: ${allow}.`,
    null,
    {
      Allow: allow,
    },
  );
}

/** Authenticates the caller, counts the request and resolves the project. */
async function admit(route: Route, request: ApiRequest, headers: Record<string, string>): Promise<Caller> {
  const caller = await identify(request, headers);
  const { scope } = route.endpoint;
  if (caller.kind === "session") requireSameOrigin(request);
  else Object.assign(headers, quotaHeaders(countCall(rateKeys.organization(caller.organizationId))));
  if (scope === "session" && caller.kind !== "session") {
    throw forbidden(
      "This action requires a signed-in user in the dashboard. API keys and tokens cannot use it.",
    );
  }
  return scope === "project" ? inProject(caller, request) : withNamedProject(caller, request);
}

/** Authenticates a runner by its bearer token before reading the body. */
async function admitRunner(request: ApiRequest, headers: Record<string, string>): Promise<RunnerCaller> {
  const token = bearerToken(request.headers("authorization")) ?? undefined;
  const runner = await guarded(request, headers, () => authenticateRunner(token));
  Object.assign(headers, quotaHeaders(countCall(rateKeys.runner(runner.id))));
  return runner;
}

function identify(request: ApiRequest, headers: Record<string, string>): Promise<Caller> {
  return guarded(request, headers, () => authenticate(request));
}

/** Counts invalid credentials by address, to limit guessing. */
async function guarded<T>(
  request: ApiRequest,
  headers: Record<string, string>,
  prove: () => Promise<T>,
): Promise<T> {
  try {
    return await withinTime(prove());
  } catch (error) {
    const isGuess =
      request.headers("authorization") !== undefined || sessionToken(request.headers("cookie")) !== null;
    if (isGuess && error instanceof ApiError && error.status === 401) {
      Object.assign(headers, quotaHeaders(countCall(rateKeys.address(request.remoteAddress))));
    }
    throw error;
  }
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
  const { bytes, body } = await readBody(endpoint, request);
  const page = endpoint.list ? toPage(query as PageQuery) : NO_PAGE;
  const call = { caller, params, query, body, page, request } as unknown as Call;
  const handler = (handlerTable as Record<string, unknown>)[endpoint.id] as Handler;
  const work = async () => toReply(route, call, await handler(call));
  return repeatable && isIdempotent(endpoint) ? oncePerKey(repeatable, request, bytes, work) : work();
}

const NO_PAGE: Page = { limit: 0, offset: 0 };

function toPage(query: PageQuery): Page {
  return { limit: query.per_page, offset: (query.page - 1) * query.per_page };
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
