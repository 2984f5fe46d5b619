import { forbidden, invalid, PROJECT_UNREACHABLE } from "@/lib/contract/core/errors";
import type { ApiRequest } from "@/lib/http/request";
import type { Caller } from "@/lib/services/core/caller";
import { firstProjects, type ReachQuery, resolveProjects } from "@/lib/store/accounts/credentials";

/** Both headers, with the aliases sent by published clients. */
const ID_HEADERS = ["X-Service-Project-Id", "X-Phare-Project-Id"] as const;
const SLUG_HEADERS = ["X-Service-Project-Slug", "X-Phare-Project-Slug"] as const;
const NAMES = "X-Service-Project-Id or X-Service-Project-Slug";

interface Named {
  readonly header: string;
  readonly value: string;
  readonly id: number | null;
  readonly slug: string | null;
}

/**
 * Returns the caller in the project of the request. Throws 403 without a project or for an inaccessible one, and 422 for
 * contradicting headers.
 */
export async function inProject(caller: Caller, request: ApiRequest): Promise<Caller> {
  if (caller.isProjectKey) return caller;
  const named = namedProjects(request);
  if (named.length === 0) return withoutHeader(caller);
  const ids = await resolveProjects(reachOf(caller), named);
  requireAgreement(named, ids);
  const projectId = ids[0] ?? null;
  if (projectId === null) throw forbidden(PROJECT_UNREACHABLE);
  return { ...caller, projectId };
}

/** Applies a project header on organization endpoints. An invalid one is ignored. */
export async function withNamedProject(caller: Caller, request: ApiRequest): Promise<Caller> {
  const named = namedProjects(request);
  if (caller.isProjectKey || named.length === 0) return caller;
  const ids = await resolveProjects(reachOf(caller), named);
  const projectId = ids.every((id) => id === ids[0]) ? (ids[0] ?? null) : null;
  return projectId === null ? caller : { ...caller, projectId };
}

/** Returns the projects a caller can access: assigned projects for members, the whole organization for everyone else. */
export function reachOf(caller: Caller): ReachQuery {
  return { organizationId: caller.organizationId, memberId: caller.role === "member" ? caller.userId : null };
}

function namedProjects(request: ApiRequest): Named[] {
  return [...ID_HEADERS, ...SLUG_HEADERS].flatMap((header) => {
    const value = request.headers(header)?.trim();
    if (!value) return [];
    const byId = (ID_HEADERS as readonly string[]).includes(header);
    const id = byId && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
    return [{ header, value, id, slug: byId ? null : value }];
  });
}

function requireAgreement(named: readonly Named[], ids: readonly (number | null)[]): void {
  const differs = ids.some((id) => id !== ids[0]);
  // Even when neither project is accessible, two values of the same header contradict each other.
  const idValues = new Set(named.filter((one) => one.slug === null).map((one) => one.value));
  const slugValues = new Set(named.filter((one) => one.slug !== null).map((one) => one.value));
  if (!differs && idValues.size <= 1 && slugValues.size <= 1) return;
  const text = `The project headers must name the same project; got different ones in ${named.map((one) => one.header).join(" and ")}.`;
  throw invalid(Object.fromEntries(named.map((one) => [one.header, [text]])));
}

async function withoutHeader(caller: Caller): Promise<Caller> {
  if (caller.kind === "api_key")
    throw forbidden(`An organization key needs a project header on this endpoint. Send ${NAMES}.`);
  if (caller.projectId !== null) return caller;
  const [first, second] = await firstProjects(reachOf(caller), 2);
  if (first === undefined) throw forbidden("This user is not in any project.");
  if (second !== undefined) throw forbidden(`This user has several projects. Send ${NAMES}.`);
  return { ...caller, projectId: first };
}
