import * as invitationContract from "@/lib/contract/accounts/invitations";
import * as contract from "@/lib/contract/accounts/members";
import { handlers } from "@/lib/http/router/handler";
import * as invitations from "@/lib/services/accounts/invitations";
import * as members from "@/lib/services/accounts/members";

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
