import type { CompleteSetup, Setup } from "@/lib/contract/accounts/accounts";
import { ApiError, invalid, invalidField } from "@/lib/contract/core/errors";
import type { PasswordOwner } from "@/lib/domain/accounts/own-words";
import { present } from "@/lib/shared/assert";
import { isoSeconds, now } from "@/lib/shared/clock";
import { sha256 } from "@/lib/shared/secret";
import { type AccessLinkRow, selectLiveLink, takeLink } from "@/lib/store/accounts/access-links";
import { recordAudit } from "@/lib/store/accounts/audit";
import { renameOrganization, selectOrganization } from "@/lib/store/accounts/organizations";
import { insertUser, joinProjects, selectByEmail, selectUser, setPassword } from "@/lib/store/accounts/users";
import { type Tx, tx } from "@/lib/store/core/tx";
import { mailAccountEvent } from "./account-mails";
import { countGuess } from "./attempts";
import type { Device } from "./known-origins";
import { hashPassword } from "./password";
import { requireUncommon } from "./password-rule";
import { needsCode, requireSecondFactor } from "./second-factor";
import { startSession } from "./sessions";

function linkGone(): ApiError {
  return new ApiError(
    404,
    "This link has already been used, has expired, or never existed. Ask for a new one. The owner's link is printed at each start.",
  );
}

/** Returns the purpose of a one-time link. */
export async function getSetup(token: string, address: string): Promise<Setup> {
  const link = await selectLiveLink(sha256(token), now());
  if (!link) {
    await countGuess(address);
    throw linkGone();
  }
  const organization = link.organization_id === null ? null : await selectOrganization(link.organization_id);
  return {
    purpose: link.purpose,
    organization_name: organization?.name ?? null,
    email: await emailOf(link),
    needs_code: link.user_id !== null && (await needsCode(link.user_id)),
    expires_at: isoSeconds(link.expires_at),
  };
}

async function emailOf(link: AccessLinkRow): Promise<string | null> {
  if (link.purpose !== "password_reset") return link.email;
  const { organization_id, user_id } = link;
  if (organization_id === null || user_id === null) return link.email;
  return (await selectUser(organization_id, user_id))?.email ?? null;
}

/** Uses a one-time link to create the owner's or an invited person's account or to set a new password. Returns the session token. */
export async function completeSetup(token: string, input: CompleteSetup, device: Device): Promise<string> {
  const live = await selectLiveLink(sha256(token), now());
  if (!live) {
    await countGuess(device.address);
    throw linkGone();
  }
  // Access to a mailbox or help from an admin is one factor; the second is still required.
  if (live.user_id !== null) await requireSecondFactor(live.user_id, input.code, device);
  await requireUncommon("password", input.password, await ownerOf(live, input));
  const passwordHash = await hashPassword(input.password);
  return tx(async (trx) => {
    const link = await takeLink(trx, sha256(token), now());
    if (!link) throw linkGone();
    const userId =
      link.purpose === "password_reset"
        ? await resetPassword(trx, link, passwordHash, device)
        : await makeAccount(trx, link, input, passwordHash);
    return startSession(trx, userId, device);
  });
}

/** Returns whose password it is: the link's user, or the person who is about to join. */
async function ownerOf(link: AccessLinkRow, { name, email }: CompleteSetup): Promise<PasswordOwner> {
  const { organization_id, user_id } = link;
  const user = organization_id && user_id ? await selectUser(organization_id, user_id) : null;
  return user ?? { name: name ?? "", email: link.email ?? email ?? "" };
}

async function resetPassword(
  trx: Tx,
  link: AccessLinkRow,
  passwordHash: string,
  device: Device,
): Promise<number> {
  const userId = present(link.user_id, "the reset link's user");
  await setPassword(trx, userId, passwordHash);
  const organizationId = present(link.organization_id, "the link's organization");
  const user = present(await selectUser(organizationId, userId, trx), "the link's user");
  await mailAccountEvent(trx, { ...user, organizationId }, "Your password was changed", device);
  await record(trx, link, userId, "user.password_reset");
  return userId;
}

async function makeAccount(
  trx: Tx,
  link: AccessLinkRow,
  input: CompleteSetup,
  passwordHash: string,
): Promise<number> {
  const email = link.email ?? input.email;
  const { name } = input;
  if (name === undefined || email === undefined) {
    throw invalid({
      ...(name === undefined && { name: ["name is required."] }),
      ...(email === undefined && { email: ["email is required."] }),
    });
  }
  if (await selectByEmail(email, trx)) throw invalidField("email", "This email address is already in use.");
  const organizationId = present(link.organization_id, "the link's organization");
  const role = link.role === "owner" || link.role === "admin" ? link.role : "member";
  const userId = await insertUser(trx, { organizationId, name, email, role, passwordHash });
  await joinProjects(trx, userId, organizationId, link.project_ids);
  if (link.purpose === "owner" && input.organization_name !== undefined)
    await renameOrganization(trx, organizationId, input.organization_name);
  await record(trx, link, userId, "user.created", { role });
  return userId;
}

async function record(
  trx: Tx,
  link: AccessLinkRow,
  userId: number,
  action: string,
  detail?: { role: string },
): Promise<void> {
  const organizationId = present(link.organization_id, "the link's organization");
  const user = present(await selectUser(organizationId, userId, trx), "the link's user");
  await recordAudit(trx, {
    organizationId,
    actor: { type: "user", id: userId, label: user.name },
    action,
    subject: { type: "user", id: userId },
    detail,
  });
}
