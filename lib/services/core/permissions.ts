import type { Permission } from "@/lib/contract/core/endpoint";
import type { Access, Role } from "@/lib/store/accounts/credentials";

const ALL: readonly Permission[] = [
  "platform:read",
  "platform:write",
  "uptime:read",
  "uptime:write",
  "incidents:moderate",
];
const MEMBER: readonly Permission[] = ["platform:read", "uptime:read", "uptime:write"];

/**
 * Returns the permissions of a role. Members can read everything and manage monitors and incidents, but cannot configure the
 * platform.
 */
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
