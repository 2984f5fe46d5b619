import type { Permission } from "@/lib/contract/core/endpoint";
import { forbidden } from "@/lib/contract/core/errors";
import { present } from "@/lib/shared/assert";

/** Who asks. Made once a request by `lib/http/auth/authenticate`; every service takes it first and checks the permission first. */
export interface Caller {
  readonly kind: "api_key" | "user_token" | "session" | "system";
  /** Id of the key or the user; 0 for the system. */
  readonly id: number;
  /** Shown as creator and in the audit log: the key's or the user's name. */
  readonly label: string;
  readonly organizationId: number;
  /** Set on project endpoints: the project header, the key's own, or the signed-in user's current one. */
  readonly projectId: number | null;
  /** Whether the credential is a key of one project, which it never leaves. */
  readonly isProjectKey?: boolean;
  readonly userId: number | null;
  readonly role: "owner" | "admin" | "member" | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** Throws 403 naming the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!caller.permissions.has(permission)) throw forbidden(`This action needs the ${permission} permission.`);
}

/** The caller's project: every query names it. */
export function projectOf(caller: Caller): number {
  return present(caller.projectId, "the caller's project");
}
