import { type Caller, permissionsOfRole } from "@/lib/services/core/caller";

/** Returns the caller of the command line in an organization. */
export function commandLine(organizationId: number, projectId: number | null = null): Caller {
  return {
    kind: "system",
    id: 0,
    label: "Command line",
    organizationId,
    projectId,
    userId: null,
    role: null,
    permissions: permissionsOfRole("owner"),
  };
}

/** Returns the caller of an owner's session without a project. */
export function ownerSession(organizationId: number, userId: number): Caller {
  return {
    kind: "session",
    id: 1,
    label: "Ada",
    organizationId,
    projectId: null,
    userId,
    role: "owner",
    permissions: permissionsOfRole("owner"),
  };
}

/** Returns the caller of a member's session that may read monitors, changed. For tests without a database. */
export const member = (change: Partial<Caller> = {}): Caller => ({
  kind: "session",
  id: 1,
  label: "Zoe",
  organizationId: 1,
  projectId: 1,
  userId: 1,
  role: "member",
  permissions: new Set(["uptime:read"]),
  ...change,
});
