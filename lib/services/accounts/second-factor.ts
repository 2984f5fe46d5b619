import { randomBytes } from "node:crypto";
import { invalidField } from "@/lib/contract/core/errors";
import { matchingStep } from "@/lib/domain/accounts/totp";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { decrypt, sha256 } from "@/lib/shared/secret";
import { recordAudit } from "@/lib/store/accounts/audit";
import {
  claimRecoveryCode,
  claimStep,
  selectTwoFactor,
  type TwoFactorRow,
} from "@/lib/store/accounts/two-factor";
import { tx } from "@/lib/store/core/tx";
import { countCode, forgiveCodes } from "./attempts";
import { type Device, knownOrigin } from "./known-origins";

const WRONG = "This code is wrong, expired, or already used.";
const UNREADABLE =
  "The server can't read your authenticator's secret anymore. Enter a recovery code, or ask the operator to turn off your two-factor sign-in.";
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** Returns the encryption context that binds a TOTP secret to one person. */
export function secretContext(userId: number): string {
  return `user-totp:${userId}`;
}

/** Generates ten codes of 80 random bits in four groups, and the hashes to store. */
export function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (randomBytes(RECOVERY_BYTES).toString("hex").match(/.{5}/g) ?? []).join("-"),
  );
  return { codes, hashes: codes.map((code) => hashOf(bare(code))) };
}

function bare(code: string): string {
  return code.replace(/[\s-]/g, "").toLowerCase();
}

function hashOf(bareCode: string): string {
  return sha256(bareCode).toString("hex");
}

/** Returns whether this person needs a code to sign in. */
export async function needsCode(userId: number): Promise<boolean> {
  return (await selectTwoFactor(userId))?.totp_secret != null;
}

/**
 * Passes if the person has no second factor, or with a current unused code, or with an unused recovery code, which is consumed.
 * Otherwise throws 422 on `code`, or 429 after 20 attempts in a day. Anyone guessing codes already has the password, so strangers
 * have a limit of their own and cannot use up the attempts of a known device or address. A wrong code is recorded in the audit log.
 */
export async function requireSecondFactor(
  userId: number,
  code: string | undefined,
  device: Device,
): Promise<void> {
  const row = await selectTwoFactor(userId);
  if (!row || row.totp_secret === null) return;
  if (code === undefined)
    throw invalidField("code", "Enter the six-digit code from your authenticator app, or a recovery code.");
  const origin = await knownOrigin(row.email, device);
  await countCode(userId, origin);
  const given = bare(code);
  const secret = secretOf(userId, row.totp_secret);
  const isRight =
    (secret && (await takeDigits(userId, row, secret, given))) ||
    (await takeRecoveryCode(userId, row, given));
  if (isRight) return forgiveCodes(userId, origin);
  await tx((trx) => recordAudit(trx, entryOf(userId, row, "user.code_refused", { address: device.address })));
  throw invalidField("code", secret ? WRONG : UNREADABLE);
}

/** Returns the shared secret, or null if it can't be decrypted, as after a restore with another APP_SECRET. */
function secretOf(userId: number, encrypted: Buffer): Buffer | null {
  try {
    return Buffer.from(decrypt(encrypted, secretContext(userId)), "base64");
  } catch (error) {
    log.error(
      "a person's two-factor secret can't be decrypted; turn it off with `users disable-two-factor`",
      { user: userId, error },
    );
    return null;
  }
}

async function takeDigits(
  userId: number,
  row: TwoFactorRow,
  secret: Buffer,
  given: string,
): Promise<boolean> {
  const step = matchingStep(secret, given, now(), row.totp_last_step);
  return step !== null && claimStep(userId, step);
}

function takeRecoveryCode(userId: number, row: TwoFactorRow, given: string): Promise<boolean> {
  return tx(async (trx) => {
    const left = await claimRecoveryCode(trx, userId, hashOf(given));
    if (left === null) return false;
    await recordAudit(trx, entryOf(userId, row, "user.recovery_code_used", { left }));
    return true;
  });
}

function entryOf(userId: number, row: TwoFactorRow, action: string, detail: Record<string, unknown>) {
  return {
    organizationId: row.organization_id,
    actor: { type: "user", id: userId, label: row.name } as const,
    action,
    subject: { type: "user", id: userId },
    detail,
  };
}
