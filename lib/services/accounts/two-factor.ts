import { randomBytes } from "node:crypto";
import type {
  BeginTwoFactor,
  EndTwoFactor,
  TwoFactor,
  TwoFactorDraft,
} from "@/lib/contract/accounts/two-factor";
import { conflict, invalidField } from "@/lib/contract/core/errors";
import { matchingStep, otpauthUri, toBase32 } from "@/lib/domain/accounts/totp";
import { audit } from "@/lib/services/core/audit";
import type { Caller } from "@/lib/services/core/caller";
import { present } from "@/lib/shared/assert";
import { isoSeconds, now } from "@/lib/shared/clock";
import { appUrl } from "@/lib/shared/env";
import { decrypt, encrypt } from "@/lib/shared/secret";
import { deleteSessionsOf } from "@/lib/store/accounts/sessions";
import {
  disableTwoFactor,
  enableTwoFactor,
  replaceRecoveryCodes,
  selectTwoFactor,
  setPendingSecret,
  type TwoFactorRow,
} from "@/lib/store/accounts/two-factor";
import { selectUser } from "@/lib/store/accounts/users";
import { type Tx, tx } from "@/lib/store/core/tx";
import { mailAccountEvent } from "./account-mails";
import { countCode, forgiveCodes } from "./attempts";
import { confirmPassword } from "./confirm-password";
import type { Device } from "./known-origins";
import { makeRecoveryCodes, requireSecondFactor, secretContext } from "./second-factor";
import { personOf, startSession } from "./sessions";

/** As long as the hash's output (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;

export async function getTwoFactor(caller: Caller): Promise<TwoFactor> {
  const row = await readOwn(caller);
  return {
    enabled: row.totp_secret !== null,
    enabled_at: row.totp_enabled_at && isoSeconds(row.totp_enabled_at),
    recovery_codes_left: row.recovery_codes_left,
  };
}

/** Creates a secret that waits for its first code and replaces an earlier pending one. */
export async function beginTwoFactor(caller: Caller, input: BeginTwoFactor): Promise<TwoFactorDraft> {
  const userId = personOf(caller);
  await confirmPassword(caller, input.current_password);
  const row = await readOwn(caller);
  if (row.totp_secret !== null) throw conflict("Two-factor sign-in is already on. Turn it off first.");
  const secret = randomBytes(SECRET_BYTES);
  await tx((trx) => setPendingSecret(trx, userId, encrypt(secret.toString("base64"), secretContext(userId))));
  const issuer = `Vedette ${new URL(appUrl()).hostname}`;
  return { secret: toBase32(secret), uri: otpauthUri(secret, { issuer, email: row.email }) };
}

/**
 * Turns two-factor sign-in on with the first valid code and ends all other sessions. Returns the recovery codes and a new
 * session token.
 */
export async function confirmTwoFactor(
  caller: Caller,
  code: string,
  device: Device,
): Promise<{ codes: string[]; token: string }> {
  const userId = personOf(caller);
  const { totp_pending: pending } = await readOwn(caller);
  if (pending === null) throw conflict("Start the two-factor setup first.");
  await countCode(userId, `session:${caller.id}`);
  const secret = Buffer.from(decrypt(pending, secretContext(userId)), "base64");
  const at = now();
  const step = matchingStep(secret, code.replace(/\s/g, ""), at, null);
  if (step === null)
    throw invalidField("code", "This code is wrong or expired. Check that your phone's clock is correct.");
  const { codes, hashes } = makeRecoveryCodes();
  const token = await tx(async (trx) => {
    if (!(await enableTwoFactor(trx, userId, { pending, step, codeHashes: hashes, at })))
      throw conflict("Two-factor sign-in was changed elsewhere. Start again.");
    await audit(trx, caller, "user.two_factor_enabled", { type: "user", id: userId });
    await mailChange(trx, caller, "Two-factor sign-in was turned on", device);
    await deleteSessionsOf(trx, userId);
    return startSession(trx, userId, device, caller.projectId);
  });
  await forgiveCodes(userId, `session:${caller.id}`);
  return { codes, token };
}

export async function renewRecoveryCodes(caller: Caller, code: string, device: Device): Promise<string[]> {
  const userId = personOf(caller);
  await requireOn(caller);
  await requireSecondFactor(userId, code, device);
  const { codes, hashes } = makeRecoveryCodes();
  await tx(async (trx) => {
    await replaceRecoveryCodes(trx, userId, hashes);
    await audit(trx, caller, "user.recovery_codes_renewed", { type: "user", id: userId });
    await mailChange(trx, caller, "New recovery codes were generated", device);
  });
  return codes;
}

/** Turns two-factor sign-in off with the password and a code, and ends all other sessions. Returns a new session token. */
export async function endTwoFactor(caller: Caller, input: EndTwoFactor, device: Device): Promise<string> {
  const userId = personOf(caller);
  await confirmPassword(caller, input.current_password);
  await requireOn(caller);
  await requireSecondFactor(userId, input.code, device);
  return tx(async (trx) => {
    await disableTwoFactor(trx, userId);
    await audit(trx, caller, "user.two_factor_disabled", { type: "user", id: userId });
    await mailChange(trx, caller, "Two-factor sign-in was turned off", device);
    await deleteSessionsOf(trx, userId);
    return startSession(trx, userId, device, caller.projectId);
  });
}

async function readOwn(caller: Caller): Promise<TwoFactorRow> {
  return present(await selectTwoFactor(personOf(caller)), "the signed-in person");
}

async function requireOn(caller: Caller): Promise<void> {
  if ((await readOwn(caller)).totp_secret === null) throw conflict("Two-factor sign-in is off.");
}

/** Emails the person that their second factor changed. */
async function mailChange(trx: Tx, caller: Caller, title: string, device: Device): Promise<void> {
  const { organizationId } = caller;
  const user = present(await selectUser(organizationId, personOf(caller), trx), "the signed-in person");
  await mailAccountEvent(trx, { ...user, organizationId }, title, device);
}
