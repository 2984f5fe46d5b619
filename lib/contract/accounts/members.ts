import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { ROLES, UserName, UserParams } from "./users";

export const MAIL_STATES = ["sent", "failed", "off"] as const;

export const Role = z.enum(ROLES).meta({
  title: "Role",
  description:
    "owner: everything; admin: everything but owners; member: watches and works on incidents, in projects that list them.",
  examples: ["member"],
});

export const ProjectIds = z
  .array(Id)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, { message: "Each project may stand only once." })
  .meta({ title: "Projects", description: "Up to 100 project ids of the organization.", examples: [[1]] });

/** A person of the organization as the settings show them. */
export const Member = z.object({
  id: Id,
  name: UserName,
  email: z.string(),
  role: Role,
  project_ids: ProjectIds.meta({
    description: "Projects that list this person. Owners and admins reach all projects all the same.",
  }),
  two_factor: z
    .boolean()
    .nullable()
    .meta({ description: "Whether sign-in asks for a code; null for those who may not change members." }),
  last_seen_at: DateOut.nullable().meta({
    description: "Of the newest session; null without one, and for those who may not change members.",
  }),
  created_at: DateOut,
});
export type Member = z.infer<typeof Member>;

/** A field left out keeps its value. */
export const UpdateMember = z.object({ role: Role.optional(), project_ids: ProjectIds.optional() });
export type UpdateMember = z.infer<typeof UpdateMember>;

/** A one-time link, shown this once: only its SHA-256 is stored. */
export const OneTimeLink = z.object({
  link: z.string().meta({ format: "uri" }),
  expires_at: DateOut,
  mail: z
    .enum(MAIL_STATES)
    .meta({ description: "Whether the link went out by mail; off: SMTP is not set up." }),
});
export type OneTimeLink = z.infer<typeof OneTimeLink>;

const shared = { scope: "session", tag: "Members", permission: null } as const;

export const listMembers = endpoint({
  ...shared,
  id: "listMembers",
  method: "GET",
  path: "/members",
  summary: "List the people of the organization",
  response: Member,
  list: true,
  status: 200,
});

export const updateMember = endpoint({
  ...shared,
  id: "updateMember",
  method: "POST",
  path: "/members/{userId}",
  summary: "Change a member's role or projects",
  description: "Another role ends the member's sessions. The last owner stays owner.",
  params: UserParams,
  body: UpdateMember,
  response: Member,
  status: 200,
});

export const removeMember = endpoint({
  ...shared,
  id: "removeMember",
  method: "DELETE",
  path: "/members/{userId}",
  summary: "Remove a member",
  description:
    "Ends their sessions, user tokens and the links they made. Everybody may remove themselves; the last owner may not go.",
  params: UserParams,
  response: null,
  status: 204,
});

export const makeResetLink = endpoint({
  ...shared,
  id: "makeResetLink",
  method: "POST",
  path: "/members/{userId}/password-reset",
  summary: "Make a link with which a member chooses a new password",
  params: UserParams,
  response: OneTimeLink,
  status: 201,
});

export const endTwoFactorOf = endpoint({
  ...shared,
  id: "endTwoFactorOf",
  method: "DELETE",
  path: "/members/{userId}/two-factor",
  summary: "Turn off the two-factor sign-in of a member who lost it",
  params: UserParams,
  response: null,
  status: 204,
});
