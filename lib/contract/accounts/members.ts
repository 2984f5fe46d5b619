import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { must } from "@/lib/contract/core/wording";
import { Confirmation } from "./confirmation";
import { ROLES, UserName } from "./users";

export const MAIL_STATES = ["sent", "failed", "off"] as const;

export const Role = z.enum(ROLES).meta({
  title: "Role",
  description:
    "`owner`: full access. `admin`: everything except managing owners. `member`: views and works on incidents in assigned projects.",
  examples: ["member"],
});

export const ProjectIds = z
  .array(Id)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, must("not contain duplicates"))
  .meta({ title: "Projects", description: "Up to 100 project IDs of the organization.", examples: [[1]] });

/** A member of the organization as shown in the settings. */
export const Member = z.object({
  id: Id,
  name: UserName,
  email: z.string(),
  role: Role,
  project_ids: ProjectIds.meta({
    description: "Projects assigned to this member. Owners and admins have access to all projects.",
  }),
  two_factor: z
    .boolean()
    .nullable()
    .meta({ description: "Whether sign-in requires a code; null if the caller cannot manage members." }),
  last_seen_at: DateOut.nullable().meta({
    description:
      "Last activity in the newest session; null without a session, or if the caller cannot manage members.",
  }),
  created_at: DateOut,
});
export type Member = z.infer<typeof Member>;

/** A partial update. Omitted fields keep their value. */
export const UpdateMember = z.object({
  role: Role.optional(),
  project_ids: ProjectIds.optional(),
  current_password: Confirmation,
});
export type UpdateMember = z.infer<typeof UpdateMember>;

/** A one-time link, shown only once: only its SHA-256 hash is stored. */
export const OneTimeLink = z.object({
  link: z.string().meta({ format: "uri" }),
  expires_at: DateOut,
  mail: z
    .enum(MAIL_STATES)
    .meta({ description: "Whether the link was sent by email. False when SMTP is not configured." }),
});
export type OneTimeLink = z.infer<typeof OneTimeLink>;

export const endpoints = endpointsOf("session", "Members", {
  listMembers: { at: "GET /members", summary: "List members", response: Member, list: true },
  updateMember: {
    at: "POST /members/{userId}",
    summary: "Change a member's role or projects",
    description: "Changing the role ends the member's sessions. The last owner must remain an owner.",
    body: UpdateMember,
    response: Member,
    conflicts: true,
  },
  removeMember: {
    at: "DELETE /members/{userId}",
    summary: "Remove a member",
    description:
      "Ends the member's sessions, user tokens, and one-time links. Members can remove themselves; the last owner cannot be removed.",
    conflicts: true,
  },
  makeResetLink: {
    at: "POST /members/{userId}/password-reset",
    summary: "Create a password reset link for a member",
    response: OneTimeLink,
    status: 201,
  },
  endTwoFactorOf: {
    at: "DELETE /members/{userId}/two-factor",
    summary: "Turn off two-factor sign-in for a member",
    conflicts: true,
  },
});
