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

/** What a person may do: owners and admins everything, members watch and work on incidents but don't configure the platform. */
export function permissionsOfRole(role: Role): ReadonlySet<Permission> {
  return new Set(role === "member" ? MEMBER : ALL);
}

/** What a key may do. `incidents:moderate` is for people. */
export function permissionsOfKey(platform: Access, uptime: Access): ReadonlySet<Permission> {
  const granted: Permission[] = [];
  if (platform !== "none") granted.push("platform:read");
  if (platform === "write") granted.push("platform:write");
  if (uptime !== "none") granted.push("uptime:read");
  if (uptime === "write") granted.push("uptime:write");
  return new Set(granted);
}
