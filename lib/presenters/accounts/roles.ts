import type { Member } from "@/lib/contract/accounts/members";

type Role = Member["role"];

/** What a role may do, in a sentence. */
export const ROLE_WORDS: Record<Role, { title: string; text: string }> = {
  owner: { title: "Owner", text: "Everything, owners included." },
  admin: { title: "Admin", text: "Everything but making, changing and removing owners." },
  member: {
    title: "Member",
    text: "Monitors, incidents and pages of their projects; no keys, alerts or people.",
  },
};

/** Roles that the viewer may give. */
export function rolesFor(viewer: Role): Role[] {
  return viewer === "owner" ? ["owner", "admin", "member"] : ["admin", "member"];
}

/** Whether the viewer may change this person: owners are changed by owners. */
export function mayChange(viewer: Role, person: Role): boolean {
  return viewer === "owner" || (viewer === "admin" && person !== "owner");
}
