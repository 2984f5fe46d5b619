import { randomBytes } from "node:crypto";
import { ApiError, conflict } from "@/lib/contract/core/errors";
import { audit } from "@/lib/services/core/audit";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { disableTwoFactor } from "@/lib/store/accounts/two-factor";
import { insertUser, joinProjects, selectByEmail, setPassword } from "@/lib/store/accounts/users";
import { tx } from "@/lib/store/core/tx";
import { hashPassword } from "./password";

const PASSWORD_BYTES = 15;

export interface NewPerson {
  name: string;
  email: string;
  role: "owner" | "admin" | "member";
}

/** Creates an account in every project of the organization. Returns its password, which is shown only once. */
export async function createUser(caller: Caller, person: NewPerson): Promise<string> {
  requirePermission(caller, "platform:write");
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await tx(async (trx) => {
    if (await selectByEmail(person.email, trx)) throw conflict(`${person.email} already has an account.`);
    const id = await insertUser(trx, { ...person, organizationId: caller.organizationId, passwordHash });
    await joinProjects(trx, id, caller.organizationId);
    await audit(trx, caller, "user.created", { type: "user", id }, { role: person.role });
  });
  return password;
}

/** Sets a new password, shown only once, and ends all of the account's sessions and user tokens. */
export async function resetPassword(caller: Caller, email: string): Promise<string> {
  requirePermission(caller, "platform:write");
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await tx(async (trx) => {
    const user = await selectByEmail(email, trx);
    if (!user || user.organization_id !== caller.organizationId)
      throw new ApiError(404, `${email} has no account.`);
    await setPassword(trx, user.id, passwordHash);
    await audit(trx, caller, "user.password_reset", { type: "user", id: user.id }, {});
  });
  return password;
}

/** Returns 120 random bits as 20 characters. */
function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}

/** Turns off two-factor sign-in for someone who lost their phone and recovery codes. */
export async function endTwoFactorByEmail(caller: Caller, email: string): Promise<void> {
  requirePermission(caller, "platform:write");
  await tx(async (trx) => {
    const user = await selectByEmail(email, trx);
    if (!user || user.organization_id !== caller.organizationId)
      throw new ApiError(404, `${email} has no account.`);
    if (!(await disableTwoFactor(trx, user.id)))
      throw conflict(`Two-factor sign-in for ${email} is already off.`);
    await audit(trx, caller, "member.two_factor_ended", { type: "user", id: user.id }, { name: user.name });
  });
}
