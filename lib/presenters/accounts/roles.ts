import type { Member } from "@/lib/contract/accounts/members";

type Role = Member["role"];

/** Describes the permissions of each role. */
export const ROLE_WORDS: Record<Role, { title: string; text: string }> = {
  owner: { title: "Owner", text: "Can do everything, including managing owners." },
  admin: { title: "Admin", text: "Can do everything except add, change, or remove owners." },
  member: {
    title: "Member",
    text: "Manages monitors, incidents, and status pages of their projects. No access to keys, alerts, or members.",
  },
};

/** Returns the roles that the viewer can assign. */
export function rolesFor(viewer: Role): Role[] {
  return viewer === "owner" ? ["owner", "admin", "member"] : ["admin", "member"];
}

/** Returns whether the viewer can change this person. Only owners can change owners. */
export function mayChange(viewer: Role, person: Role): boolean {
  return viewer === "owner" || (viewer === "admin" && person !== "owner");
}
