import type { Member, OneTimeLink, UpdateMember } from "@/lib/contract/accounts/members";
import { conflict, found, invalid } from "@/lib/contract/core/errors";
import { accountChangedMessage, resetMessage } from "@/lib/notify/message/account-messages";
import { audit, auditAll, auditEdit } from "@/lib/services/core/audit";
import { requireAnotherOwner, requireAuthorityOver } from "@/lib/services/core/authority";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { deleteLinksMadeBy, deleteResetLinks, insertLink } from "@/lib/store/accounts/access-links";
import { revokeOrganizationKeysBy } from "@/lib/store/accounts/keys";
import {
  deleteUser,
  integrationsOnlyFor,
  leaveIntegrations,
  type MemberRow,
  replaceProjectsOf,
  selectMember,
  selectMembers,
} from "@/lib/store/accounts/members";
import { deleteSessionsOf } from "@/lib/store/accounts/sessions";
import { disableTwoFactor } from "@/lib/store/accounts/two-factor";
import { updateUser } from "@/lib/store/accounts/users";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import { knownIds, lockOrganization } from "@/lib/store/projects/projects";
import { confirmPassword } from "./confirm-password";
import { freshLink, mailLink } from "./one-time-link";

const RESET_HOURS = 24;

export async function listMembers(caller: Caller, page: Page): Promise<Listed<Member>> {
  requirePermission(caller, "platform:read");
  return itemsOf(selectMembers(caller.organizationId, page), (row) => toMember(caller, row));
}

/**
 * Updates role and projects. A new role ends the person's sessions and the links they created. If they become a member,
 * it also revokes the organization keys they created. New permissions apply from their next call.
 */
export async function updateMember(caller: Caller, userId: number, input: UpdateMember): Promise<Member> {
  requirePermission(caller, "platform:write");
  if (input.role) await confirmRole(caller, userId, input.role, input.current_password);
  return tx(async (trx) => {
    const member = await lockMember(trx, caller, userId);
    requireAuthorityOver(caller, member.role);
    if (input.role && input.role !== member.role) await changeRole(trx, caller, member, input.role);
    if (input.project_ids) {
      await requireProjects(trx, caller.organizationId, input.project_ids);
      await replaceProjectsOf(trx, userId, input.project_ids);
      const changed = fieldChanges(
        { project_ids: member.project_ids },
        { project_ids: input.project_ids.toSorted((a, b) => a - b) },
      );
      const detail = { name: member.name };
      await auditEdit(trx, caller, "member.projects_changed", subjectOf(member), changed, detail);
    }
    return toMember(caller, await readMember(trx, caller, userId));
  });
}

/** Asks for the password before a role changes. A form may send the role unchanged. */
async function confirmRole(
  caller: Caller,
  userId: number,
  role: Member["role"],
  password: string | undefined,
): Promise<void> {
  const member = await tx((trx) => readMember(trx, caller, userId));
  if (member.role === role) return;
  requireAuthorityOver(caller, member.role);
  requireAuthorityOver(caller, role);
  await confirmPassword(caller, password);
}

async function changeRole(trx: Tx, caller: Caller, member: MemberRow, role: Member["role"]): Promise<void> {
  requireAuthorityOver(caller, role);
  if (member.role === "owner") await requireAnotherOwner(trx, caller.organizationId, member.id);
  await updateUser(trx, member.id, { role });
  await deleteSessionsOf(trx, member.id);
  await deleteLinksMadeBy(trx, member.id);
  if (role === "member") await revokeKeysBy(trx, caller, member);
  const detail = { name: member.name, from: member.role, to: role };
  await audit(trx, caller, "member.role_changed", subjectOf(member), detail);
}

/** Revokes the organization keys of someone who may no longer create any. Project keys belong to their project. */
async function revokeKeysBy(trx: Tx, caller: Caller, member: MemberRow): Promise<void> {
  const revoked = await revokeOrganizationKeysBy(trx, member.id);
  const entries = revoked.map(({ id, name }) => ({
    subject: { type: "api_key", id },
    detail: { name, kind: "organization", created_by: member.name },
  }));
  if (entries.length > 0) await auditAll(trx, caller, "key.revoked", entries);
}

/** Removes the account with its sessions, user tokens, memberships, and the links and organization keys the person created. */
export async function removeMember(caller: Caller, userId: number): Promise<void> {
  if (userId !== caller.userId) requirePermission(caller, "platform:write");
  await tx(async (trx) => {
    const member = await lockMember(trx, caller, userId);
    requireAuthorityOver(caller, member.role);
    const { organizationId } = caller;
    if (member.role === "owner") await requireAnotherOwner(trx, organizationId, userId);
    const only = await integrationsOnlyFor(trx, organizationId, userId);
    if (only.length > 0)
      throw conflict(
        `${member.name} is the only recipient of ${only.join(", ")}. Add someone else there first.`,
      );
    await leaveIntegrations(trx, organizationId, userId);
    await revokeKeysBy(trx, caller, member);
    await audit(trx, caller, "member.removed", subjectOf(member), {
      ...pick(member, "name", "email", "role"),
    });
    await deleteUser(trx, userId);
  });
}

/** Creates a password reset link and revokes earlier ones. The link does not bypass two-factor sign-in. */
export async function makeResetLink(caller: Caller, userId: number): Promise<OneTimeLink> {
  requirePermission(caller, "platform:write");
  const link = freshLink(RESET_HOURS);
  const member = await tx(async (trx) => {
    const found = await lockMember(trx, caller, userId);
    requireAuthorityOver(caller, found.role);
    await deleteResetLinks(trx, userId);
    await insertLink(trx, {
      tokenHash: link.hash,
      purpose: "password_reset",
      organizationId: caller.organizationId,
      userId,
      createdBy: caller.userId,
      expiresAt: link.expiresAt,
    });
    await audit(trx, caller, "member.reset_link_made", subjectOf(found), { name: found.name });
    return found;
  });
  const message = resetMessage({ by: caller.label, hours: RESET_HOURS, path: link.path });
  return mailLink(link, { organizationId: caller.organizationId, ...member }, message);
}

/** Turns off two-factor sign-in for someone who lost their phone and recovery codes, and emails them about it. */
export async function endTwoFactorOf(caller: Caller, userId: number): Promise<void> {
  requirePermission(caller, "platform:write");
  await tx(async (trx) => {
    const member = await lockMember(trx, caller, userId);
    requireAuthorityOver(caller, member.role);
    if (!(await disableTwoFactor(trx, userId)))
      throw conflict(`Two-factor sign-in for ${member.name} is already off.`);
    await audit(trx, caller, "member.two_factor_ended", subjectOf(member), { name: member.name });
    const message = accountChangedMessage({
      title: "Your two-factor sign-in was turned off",
      by: caller.label,
    });
    const { name, email } = member;
    const mail = { organizationId: caller.organizationId, to: [{ name, email }], message };
    await addJob(trx, "system_mail", mail, { maxAttempts: 10 });
  });
}

/** Throws 422 on `project_ids.N` for every ID that is not a project of the organization, whether missing or foreign. */
export async function requireProjects(
  trx: Tx,
  organizationId: number,
  ids: readonly number[],
): Promise<void> {
  const known = await knownIds(trx, "projects", organizationId, ids);
  const errors = ids.flatMap((id, at) =>
    known.has(id)
      ? []
      : [[`project_ids.${at}`, [`This organization has no project with the ID ${id}.`]] as const],
  );
  if (errors.length > 0)
    throw invalid(Object.fromEntries(errors.map(([field, texts]) => [field, [...texts]])));
}

/** Returns the member with the organization locked, so that two concurrent owner changes cannot both pass. */
async function lockMember(trx: Tx, caller: Caller, userId: number): Promise<MemberRow> {
  await lockOrganization(trx, caller.organizationId);
  return readMember(trx, caller, userId);
}

async function readMember(trx: Tx, caller: Caller, userId: number): Promise<MemberRow> {
  return found(await selectMember(trx, caller.organizationId, userId));
}

function subjectOf(member: MemberRow) {
  return { type: "user", id: member.id };
}

function toMember(caller: Caller, row: MemberRow): Member {
  const isAdmin = caller.permissions.has("platform:write");
  return {
    ...pick(row, "id", "name", "email", "role", "project_ids"),
    two_factor: isAdmin ? row.two_factor : null,
    last_seen_at: isAdmin && row.last_seen_at ? isoSeconds(row.last_seen_at) : null,
    created_at: isoSeconds(row.created_at),
  };
}
