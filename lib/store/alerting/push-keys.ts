import { db } from "@/lib/store/core/pool";

export interface PushKeyRow {
  public_key: string;
  /** Encrypted. */
  private_key: Buffer;
}

export async function selectPushKey(): Promise<PushKeyRow | null> {
  const row = await db().selectFrom("push_keys").select(["public_key", "private_key"]).executeTakeFirst();
  return row ?? null;
}

/** Keeps the first key: if two servers start simultaneously, one key wins for both. */
export async function keepPushKey(row: PushKeyRow): Promise<void> {
  await db()
    .insertInto("push_keys")
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
