import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { Confirmation } from "./confirmation";
import { OneTimeLink, ProjectIds, Role } from "./members";
import { Email } from "./users";

export const CreateInvitation = z.object({
  email: Email,
  role: Role.default("member"),
  project_ids: ProjectIds.min(1).nullish().meta({
    description: "Projects that the invited person joins; all projects when omitted or null.",
  }),
  current_password: Confirmation,
});
export type CreateInvitation = z.infer<typeof CreateInvitation>;

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  project_ids: ProjectIds.nullable(),
  invited_by: z.string().nullable(),
  created_at: DateOut,
  expires_at: DateOut,
});
export type Invitation = z.infer<typeof Invitation>;

export const CreatedInvitation = Invitation.extend(OneTimeLink.shape);
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

export const endpoints = endpointsOf("session", "Members", {
  listInvitations: {
    at: "GET /invitations",
    summary: "List pending invitations",
    response: Invitation,
    list: true,
  },
  createInvitation: {
    at: "POST /invitations",
    summary: "Invite a person by email",
    description:
      "The link is shown only in this response, even when it was also sent by email. A new invitation replaces the previous one for the same address.",
    body: CreateInvitation,
    response: CreatedInvitation,
    status: 201,
  },
  revokeInvitation: { at: "DELETE /invitations/{invitationId}", summary: "Revoke an invitation" },
});
