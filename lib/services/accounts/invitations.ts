import type { CreatedInvitation, CreateInvitation, Invitation } from "@/lib/contract/accounts/invitations";
import { found, invalidField } from "@/lib/contract/core/errors";
import { invitationMessage } from "@/lib/notify/message/account-messages";
import { audit } from "@/lib/services/core/audit";
import { requireAuthorityOver } from "@/lib/services/core/authority";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { present } from "@/lib/shared/assert";
import { isoSeconds, now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { insertLink } from "@/lib/store/accounts/access-links";
import {
  deleteInvitation,
  deleteInvitationsOf,
  type InvitationRow,
  selectInvitation,
  selectInvitations,
} from "@/lib/store/accounts/invitations";
import { selectOrganization } from "@/lib/store/accounts/organizations";
import { selectByEmail } from "@/lib/store/accounts/users";
import { type Tx, tx } from "@/lib/store/core/tx";
import { lockOrganization } from "@/lib/store/projects/projects";
import { countInvitation } from "./attempts";
import { confirmPassword } from "./confirm-password";
import { requireProjects } from "./members";
import { type FreshLink, freshLink, mailLink } from "./one-time-link";

const INVITATION_HOURS = 7 * 24;

export async function listInvitations(caller: Caller, page: Page): Promise<Listed<Invitation>> {
  requirePermission(caller, "platform:write");
  return itemsOf(selectInvitations(caller.organizationId, now(), page), toInvitation);
}

/** Invites a person by email and revokes older invitations to the address. Does not reveal whether the address has an account elsewhere. */
export async function createInvitation(caller: Caller, input: CreateInvitation): Promise<CreatedInvitation> {
  requirePermission(caller, "platform:write");
  requireAuthorityOver(caller, input.role);
  if (input.role === "owner") await confirmPassword(caller, input.current_password);
  await countInvitation(caller.organizationId);
  const link = freshLink(INVITATION_HOURS);
  const row = await tx((trx) => storeInvitation(trx, caller, input, link));
  const { organizationId, label } = caller;
  const { name: organization } = await selectOrganization(organizationId);
  const message = invitationMessage({ organization, by: label, path: link.path });
  const to = { organizationId, name: input.email, email: input.email };
  return { ...toInvitation(row), ...(await mailLink(link, to, message)) };
}

async function storeInvitation(
  trx: Tx,
  caller: Caller,
  input: CreateInvitation,
  link: FreshLink,
): Promise<InvitationRow> {
  const { organizationId, userId } = caller;
  const { email, role } = input;
  await lockOrganization(trx, organizationId);
  if ((await selectByEmail(email, trx))?.organization_id === organizationId)
    throw invalidField("email", "This email address already belongs to a member.");
  if (input.project_ids) await requireProjects(trx, organizationId, input.project_ids);
  await deleteInvitationsOf(trx, organizationId, email);
  const id = await insertLink(trx, {
    tokenHash: link.hash,
    purpose: "invitation",
    organizationId,
    email,
    role,
    projectIds: input.project_ids ?? null,
    createdBy: userId,
    expiresAt: link.expiresAt,
  });
  await audit(trx, caller, "invitation.created", { type: "invitation", id }, { name: email, role });
  return present(await selectInvitation(trx, organizationId, id, now()), "the new invitation");
}

/** Revokes an open invitation. Throws 404 if it was accepted, has expired, or belongs to another organization. */
export async function revokeInvitation(caller: Caller, invitationId: number): Promise<void> {
  requirePermission(caller, "platform:write");
  await tx(async (trx) => {
    const row = found(await selectInvitation(trx, caller.organizationId, invitationId, now()));
    requireAuthorityOver(caller, row.role);
    await deleteInvitation(trx, caller.organizationId, invitationId);
    const subject = { type: "invitation", id: invitationId };
    await audit(trx, caller, "invitation.revoked", subject, { name: row.email, role: row.role });
  });
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    ...pick(row, "id", "email", "role", "project_ids", "invited_by"),
    created_at: isoSeconds(row.created_at),
    expires_at: isoSeconds(row.expires_at),
  };
}
