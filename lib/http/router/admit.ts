import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError, forbidden } from "@/lib/contract/core/errors";
import { authenticate, bearerToken } from "@/lib/http/auth/authenticate";
import { sessionToken } from "@/lib/http/auth/cookies";
import { inProject, withNamedProject } from "@/lib/http/auth/project-of-request";
import { countCall, quotaHeaders, rateKeys } from "@/lib/http/auth/rate-limit";
import { requireSameOrigin } from "@/lib/http/auth/same-origin";
import { isTokenForm } from "@/lib/services/accounts/api-token";
import { trace, traceCaller } from "@/lib/services/accounts/traces";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { authenticateRunner, type RunnerCaller } from "@/lib/services/runners/authenticate";
import { diskState } from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";
import { sha256 } from "@/lib/shared/secret";
import { within } from "@/lib/shared/within";
import { selectRefusedKey } from "@/lib/store/accounts/credentials";
import { selectOnlyOrganization } from "@/lib/store/accounts/organizations";
import { requireNodeOf } from "@/lib/store/core/sharding/projects";
import type { ApiRequest } from "../request";
import { diskFull } from "./respond";

const MAX_WAIT_MS = 5000;
const PATH_MAX_CHARS = 200;

/** Authenticates the caller, counts the request, resolves the project, and checks the permission and the disk. */
export async function admit(
  endpoint: Endpoint,
  request: ApiRequest,
  headers: Record<string, string>,
): Promise<Caller> {
  const caller = await identify(request, headers);
  return traced(caller, request, () => placed(endpoint, caller, request, headers));
}

/** Records that a caller was refused access, or asked too much. */
export async function traced<T>(caller: Caller, request: ApiRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 403 || status === 429)
      traceCaller(status === 403 ? "access.refused" : "access.limited", caller, request.remoteAddress, {
        path: `${request.method} ${request.path}`.slice(0, PATH_MAX_CHARS),
      });
    throw error;
  }
}

async function placed(
  endpoint: Endpoint,
  caller: Caller,
  request: ApiRequest,
  headers: Record<string, string>,
): Promise<Caller> {
  const { scope } = endpoint;
  if (caller.kind === "session") requireSameOrigin(request);
  else Object.assign(headers, quotaHeaders(countCall(rateKeys.organization(caller.organizationId))));
  if (scope === "session" && caller.kind !== "session") {
    throw forbidden(
      "This action requires a signed-in user in the dashboard. API keys and tokens cannot use it.",
    );
  }
  const found = await (scope === "project" ? inProject(caller, request) : withNamedProject(caller, request));
  if (endpoint.permission) requirePermission(found, endpoint.permission);
  requireDiskSpace(endpoint);
  if (scope === "project" && found.projectId !== null) requireNodeOf([found.projectId]);
  return found;
}

/** Authenticates a runner by its bearer token before reading the body. */
export async function admitRunner(
  request: ApiRequest,
  headers: Record<string, string>,
): Promise<RunnerCaller> {
  const token = bearerToken(request.headers("authorization")) ?? undefined;
  const runner = await guarded(request, headers, () => authenticateRunner(token));
  Object.assign(headers, quotaHeaders(countCall(rateKeys.runner(runner.id))));
  return runner;
}

function identify(request: ApiRequest, headers: Record<string, string>): Promise<Caller> {
  // A page reads several times. If its session has ended, none of that is a guess.
  if (request.caller) return withinTime(request.caller());
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
    const header = request.headers("authorization");
    const isGuess = header !== undefined || sessionToken(request.headers("cookie")) !== null;
    if (isGuess && error instanceof ApiError && error.status === 401) {
      if (header === undefined)
        trace({ action: "session.refused", entry: null, address: request.remoteAddress });
      else traceRefusedToken(bearerToken(header), request.remoteAddress);
      Object.assign(headers, quotaHeaders(countCall(rateKeys.address(request.remoteAddress))));
    }
    throw error;
  }
}

/**
 * Throws 503 for writes of users and scripts while the disk is nearly full, which reserves the remaining space for results and
 * alerts. Deleting and signing in stay possible.
 */
function requireDiskSpace(endpoint: Pick<Endpoint, "method">): void {
  if (diskState().level !== "calm" && endpoint.method === "POST") throw diskFull();
}

/** Rejects with 503 when the database does not respond within 5 s. A hanging database reports no error. */
function withinTime<T>(work: Promise<T>): Promise<T> {
  return within(work, MAX_WAIT_MS, () => {
    throw new ApiError(503, "The database is not responding. Please try again.", null, {
      "Retry-After": "5",
    });
  });
}

/**
 * Records that a token was refused, without delaying the response: one that was revoked or has expired with its key, any other only with
 * the address.
 */
function traceRefusedToken(token: string | null, address: string): void {
  record(token, address).catch((error: unknown) => log.warn("could not record a refused token", { error }));
}

async function record(token: string | null, address: string): Promise<void> {
  const key = token !== null && isTokenForm(token) ? await selectRefusedKey(sha256(token)) : null;
  if (key) {
    const { id, name, organization_id: organizationId } = key;
    const actor = { type: "api_key", id, label: name } as const;
    const entry = { organizationId, actor, subject: { type: "api_key", id } };
    const detail = { name, why: key.is_revoked ? "revoked" : "expired" };
    return trace({ action: "key.refused", entry, address, detail });
  }
  const organizationId = await selectOnlyOrganization();
  const actor = { type: "system", id: null, label: "API" } as const;
  const entry = organizationId === null ? null : { organizationId, actor, subject: null };
  trace({ action: "access.unauthenticated", entry, address });
}
