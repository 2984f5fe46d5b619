import type { Selectable } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

const COLUMNS = [
  "id",
  "purpose",
  "organization_id",
  "user_id",
  "email",
  "role",
  "project_ids",
  "expires_at",
] as const;
export type AccessLinkRow = Pick<Selectable<Database["access_links"]>, (typeof COLUMNS)[number]>;

/** Returns the link while it is still valid. */
export async function selectLiveLink(tokenHash: Buffer, at: Date): Promise<AccessLinkRow | null> {
  const row = await db()
    .selectFrom("access_links")
    .select(COLUMNS)
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row ?? null;
}

/** Consumes the link; null if it's used, expired, or unknown. If two requests use it at the same time, one succeeds. */
export async function takeLink(trx: Tx, tokenHash: Buffer, at: Date): Promise<AccessLinkRow | null> {
  const row = await trx
    .updateTable("access_links")
    .set({ used_at: at })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewLink {
  tokenHash: Buffer;
  purpose: "invitation" | "password_reset";
  organizationId: number;
  userId?: number;
  email?: string;
  role?: string;
  projectIds?: number[] | null;
  createdBy: number | null;
  expiresAt: Date;
}

export async function insertLink(trx: Tx, link: NewLink): Promise<number> {
  const { id } = await trx
    .insertInto("access_links")
    .values({
      token_hash: link.tokenHash,
      purpose: link.purpose,
      organization_id: link.organizationId,
      user_id: link.userId ?? null,
      email: link.email ?? null,
      role: link.role ?? null,
      project_ids: link.projectIds ?? null,
      created_by: link.createdBy,
      expires_at: link.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the unused password reset links of a user. */
export async function deleteResetLinks(trx: Tx, userId: number): Promise<void> {
  await trx
    .deleteFrom("access_links")
    .where("user_id", "=", userId)
    .where("purpose", "=", "password_reset")
    .where("used_at", "is", null)
    .execute();
}

/** Deletes the unused links that a user created, because they know the addresses. */
export async function deleteLinksMadeBy(trx: Tx, userId: number): Promise<void> {
  await trx
    .deleteFrom("access_links")
    .where("created_by", "=", userId)
    .where("used_at", "is", null)
    .execute();
}
