import type { Permission } from "@/lib/contract/core/endpoint";
import { forbidden } from "@/lib/contract/core/errors";
import { present } from "@/lib/shared/assert";
import type { Access, Role } from "@/lib/store/accounts/credentials";

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

const ALL: readonly Permission[] = [
  "platform:read",
  "platform:write",
  "uptime:read",
  "uptime:write",
  "incidents:moderate",
];
const MEMBER: readonly Permission[] = ["platform:read", "uptime:read", "uptime:write"];

/** Returns the permissions of a role. Members can read everything and manage monitors and incidents, but cannot configure the platform. */
export function permissionsOfRole(role: Role): ReadonlySet<Permission> {
  return new Set(role === "member" ? MEMBER : ALL);
}

/** Returns the permissions of a key. Keys never get `incidents:moderate`, which is for people. */
export function permissionsOfKey(platform: Access, uptime: Access): ReadonlySet<Permission> {
  const granted: Permission[] = [];
  if (platform !== "none") granted.push("platform:read");
  if (platform === "write") granted.push("platform:write");
  if (uptime !== "none") granted.push("uptime:read");
  if (uptime === "write") granted.push("uptime:write");
  return new Set(granted);
}

interface CreatorColumns {
  creator_type: "user" | "api_key";
  creator_id: number;
  creator_label: string;
}

/** Returns the author of a write: the person behind a session or user token, otherwise the API key. */
export function creatorOf(caller: Caller): CreatorColumns {
  const isPerson = caller.userId !== null && caller.kind !== "api_key";
  return {
    creator_type: isPerson ? "user" : "api_key",
    creator_id: isPerson ? (caller.userId ?? caller.id) : caller.id,
    creator_label: caller.label,
  };
}

/** Requires the author; anyone else needs `incidents:moderate`. */
export function requireAuthor(caller: Caller, written: Omit<CreatorColumns, "creator_label">): void {
  const own = creatorOf(caller);
  if (own.creator_type === written.creator_type && own.creator_id === written.creator_id) return;
  requirePermission(caller, "incidents:moderate");
}
