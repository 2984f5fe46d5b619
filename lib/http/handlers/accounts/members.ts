import { handlers } from "@/lib/http/router/handler";
import * as invitations from "@/lib/services/accounts/invitations";
import * as members from "@/lib/services/accounts/members";
import { deleteSavedFilter, listSavedFilters, saveFilter } from "@/lib/services/accounts/saved-filters";
import * as users from "@/lib/services/accounts/users";

export const memberHandlers = handlers({
  listMembers: ({ caller, page }) => members.listMembers(caller, page),
  updateMember: ({ caller, params, body }) => members.updateMember(caller, params.userId, body),
  removeMember: ({ caller, params }) => members.removeMember(caller, params.userId),
  makeResetLink: ({ caller, params }) => members.makeResetLink(caller, params.userId),
  endTwoFactorOf: ({ caller, params }) => members.endTwoFactorOf(caller, params.userId),
  listInvitations: ({ caller, page }) => invitations.listInvitations(caller, page),
  createInvitation: ({ caller, body }) => invitations.createInvitation(caller, body),
  revokeInvitation: ({ caller, params }) => invitations.revokeInvitation(caller, params.invitationId),
  listUsers: ({ caller, query, page }) => users.listUsers(caller, query, page),
  getUser: ({ caller, params }) => users.getUser(caller, params.userId),
  listSavedFilters: ({ caller, page }) => listSavedFilters(caller, page),
  saveFilter: ({ caller, body }) => saveFilter(caller, body),
  deleteSavedFilter: ({ caller, params }) => deleteSavedFilter(caller, params.savedFilterId),
});
