import type { Permission } from "@/lib/contract/core/endpoint";
import { forbidden } from "@/lib/contract/core/errors";
import { present } from "@/lib/shared/assert";

/**
 * The authenticated caller, created once per request by `lib/http/auth/authenticate`. Every service takes it first and checks
 * permissions first.
 */
export interface Caller {
  readonly kind: "api_key" | "user_token" | "session" | "system";
  /** ID of the key or user; 0 for the system. */
  readonly id: number;
  /** Name of the key or user, shown as creator and in the audit log. */
  readonly label: string;
  readonly organizationId: number;
  /** Set on project endpoints: the project header, the key's own, or the signed-in user's current one. */
  readonly projectId: number | null;
  /** Whether the credential is a project key, which never leaves its project. */
  readonly isProjectKey?: boolean;
  readonly userId: number | null;
  readonly role: "owner" | "admin" | "member" | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** Throws 403 and names the missing permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!caller.permissions.has(permission)) throw forbidden(`This action needs the ${permission} permission.`);
}

/** Returns the caller's project, which every query must filter by. */
export function projectOf(caller: Caller): number {
  return present(caller.projectId, "the caller's project");
}
