import * as invitationContract from "@/lib/contract/invitations";
import * as contract from "@/lib/contract/members";
import * as invitations from "@/lib/services/invitations";
import * as members from "@/lib/services/members";
import { handlers } from "../handler";

export const memberHandlers = handlers({
  [contract.listMembers.id]: ({ caller, page }) => members.listMembers(caller, page),
  [contract.updateMember.id]: ({ caller, params, body }) => members.updateMember(caller, params.userId, body),
  [contract.removeMember.id]: ({ caller, params }) => members.removeMember(caller, params.userId),
  [contract.makeResetLink.id]: ({ caller, params }) => members.makeResetLink(caller, params.userId),
  [contract.endTwoFactorOf.id]: ({ caller, params }) => members.endTwoFactorOf(caller, params.userId),
  [invitationContract.listInvitations.id]: ({ caller, page }) => invitations.listInvitations(caller, page),
  [invitationContract.createInvitation.id]: ({ caller, body }) => invitations.createInvitation(caller, body),
  [invitationContract.revokeInvitation.id]: ({ caller, params }) =>
    invitations.revokeInvitation(caller, params.invitationId),
});
