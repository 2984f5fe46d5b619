import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

export interface TwoFactorRow {
  organization_id: number;
  name: string;
  email: string;
  /** Encrypted; null while two-factor sign-in is off. */
  totp_secret: Buffer | null;
  /** Encrypted; unconfirmed until the first code. */
  totp_pending: Buffer | null;
  totp_last_step: number | null;
  totp_enabled_at: Date | null;
  recovery_codes_left: number;
}

export async function selectTwoFactor(userId: number): Promise<TwoFactorRow | null> {
  const row = await db()
    .selectFrom("users")
    .select([
      "organization_id",
      "name",
      "email",
      "totp_secret",
      "totp_pending",
      "totp_last_step",
      "totp_enabled_at",
      sql<number>`jsonb_array_length(recovery_codes)`.as("recovery_codes_left"),
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function setPendingSecret(trx: Tx, userId: number, encrypted: Buffer): Promise<void> {
  await trx.updateTable("users").set({ totp_pending: encrypted }).where("id", "=", userId).execute();
}

/** Activates the pending secret; false when it has been replaced. */
export async function enableTwoFactor(
  trx: Tx,
  userId: number,
  given: { pending: Buffer; step: number; codeHashes: readonly string[]; at: Date },
): Promise<boolean> {
  const done = await trx
    .updateTable("users")
    .set({
      totp_secret: given.pending,
      totp_pending: null,
      totp_last_step: given.step,
      totp_enabled_at: given.at,
      recovery_codes: JSON.stringify(given.codeHashes),
    })
    .where("id", "=", userId)
    .where("totp_secret", "is", null)
    .where("totp_pending", "=", given.pending)
    .returning("id")
    .executeTakeFirst();
  return done !== undefined;
}

/** Deletes the secret and recovery codes; false when there were none. */
export async function disableTwoFactor(trx: Tx, userId: number): Promise<boolean> {
  const done = await trx
    .updateTable("users")
    .set({
      totp_secret: null,
      totp_pending: null,
      totp_last_step: null,
      totp_enabled_at: null,
      recovery_codes: "[]",
    })
    .where("id", "=", userId)
    .where("totp_secret", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return done !== undefined;
}

/** Consumes a time step, so that only one of two sign-ins with the same code succeeds. */
export async function claimStep(userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("users")
    .set({ totp_last_step: step })
    .where("id", "=", userId)
    .where((where) => where.or([where("totp_last_step", "is", null), where("totp_last_step", "<", step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Consumes a recovery code. Returns how many are left, or null when the code doesn't exist. */
export async function claimRecoveryCode(trx: Tx, userId: number, codeHash: string): Promise<number | null> {
  const { rows } = await sql<{
    left: number;
  }>`update users set recovery_codes = recovery_codes - ${codeHash}::text
    where id = ${userId} and recovery_codes ? ${codeHash} returning jsonb_array_length(recovery_codes) as left`.execute(
    trx,
  );
  return rows[0]?.left ?? null;
}

export async function replaceRecoveryCodes(
  trx: Tx,
  userId: number,
  codeHashes: readonly string[],
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ recovery_codes: JSON.stringify(codeHashes) })
    .where("id", "=", userId)
    .execute();
}
