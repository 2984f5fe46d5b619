import { db } from "./pool";
import type { Tx } from "./tx";

export interface AccessLinkRow {
  purpose: "owner" | "invitation" | "password_reset";
  organization_id: number | null;
  user_id: number | null;
  email: string | null;
  role: string | null;
  expires_at: Date;
}

const COLUMNS = ["purpose", "organization_id", "user_id", "email", "role", "expires_at"] as const;

/** The link while it may still be used. */
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

/** Uses the link up; null when it is used, expired or unknown. Of two uses at the same moment one gets it. */
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
